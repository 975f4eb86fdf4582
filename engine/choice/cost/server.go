package cost

import (
	"path/filepath"
	"slices"

	"cardinal/internal/each"
	"cardinal/internal/localfile"
)

// Server has the constants of a database server: the time that it needs for a question, for reading a value of a
// column, for a group, and for a byte of the answer.
type Server struct{ StartMS, CellNs, GroupNs, ByteNs float64 }

// Asked is a question to a server with its time.
type Asked struct {
	Cells  float64 `json:"cells"`  // read rows times columns
	Groups float64 `json:"groups"` // 0 if the rows were not grouped
	Bytes  float64 `json:"bytes"`  // of the answer
	MS     float64 `json:"ms"`
}

// DefaultServer has the constants of a server that was not asked yet: it reads about 20 million values, makes a million
// groups and sends 50 MB a second.
var DefaultServer = Server{StartMS: 10, CellNs: 50, GroupNs: 1000, ByteNs: 20}

// MS returns the expected time of a question. It does not read the measured time a.MS.
func (s Server) MS(a Asked) float64 {
	return s.StartMS + (a.Cells*s.CellNs+a.Groups*s.GroupNs+a.Bytes*s.ByteNs)/1e6
}

// mostAsked is the largest number of questions kept per server, the newest last.
const mostAsked = 64

// FitServer returns the constants that explain best the times of a server's questions. It minimises the sum of e/m +
// m/e over the questions, where e is the expected and m the measured time: a prediction of half the time is as wrong as
// one of twice the time. Least squares weighted by 1/m would prefer times that are too short, since such an error is at
// most 1. The constants of DefaultServer decide what the questions leave open.
func FitServer(asked []Asked) Server {
	asked = slices.DeleteFunc(slices.Clone(asked), func(a Asked) bool { return a.MS <= 0 })
	expected := each.Of(asked, func(a Asked) float64 { return a.MS })
	var s Server
	for range 6 { // e/m + m/e - 2 is (e-m)^2 with the weight 1/(e*m), so each fit changes the weights of the next
		s = fitServer(asked, expected)
		for i, a := range asked {
			expected[i] = max(s.MS(a), a.MS/1000)
		}
	}
	return s
}

// fitServer solves the least squares problem for constants of at least 0. The weight of a question is 1/(e*m). It uses
// coordinate descent on the normal equations, as Fit does.
func fitServer(asked []Asked, expected []float64) Server {
	const prior = 0.001 // the weight of each default, in questions
	x := [4]float64{DefaultServer.StartMS, DefaultServer.CellNs, DefaultServer.GroupNs, DefaultServer.ByteNs}
	var left [4][4]float64
	var right [4]float64
	for i, v := range x {
		left[i][i], right[i] = prior/(v*v), prior/v
	}
	for n, a := range asked {
		weight := 1 / (a.MS * expected[n])
		terms := [4]float64{1, a.Cells / 1e6, a.Groups / 1e6, a.Bytes / 1e6}
		for i := range x {
			right[i] += weight * terms[i] * a.MS
			for k := range x {
				left[i][k] += weight * terms[i] * terms[k]
			}
		}
	}
	for range 2000 {
		for i := range x {
			rest := right[i]
			for k := range x {
				if k != i {
					rest -= left[i][k] * x[k]
				}
			}
			x[i] = max(0, rest/left[i][i])
		}
	}
	return Server{x[0], x[1], x[2], x[3]}
}

// serversPath returns the file of the questions to servers, next to the file of the calibrations.
func serversPath(calibrations string) string {
	return filepath.Join(filepath.Dir(calibrations), "servers.json")
}

// LoadAsked returns the earlier questions by the names of the servers. A damaged file counts as missing.
func LoadAsked(calibrations string) map[string][]Asked {
	all := map[string][]Asked{}
	if calibrations != "" && !localfile.Load(serversPath(calibrations), &all) || all == nil {
		return map[string][]Asked{}
	}
	return all
}

// SaveAsked stores the questions to a server, and keeps those to other servers.
func SaveAsked(calibrations, server string, asked []Asked) error {
	if calibrations == "" {
		return nil
	}
	all := LoadAsked(calibrations)
	all[server] = Latest(asked)
	return localfile.Save(serversPath(calibrations), all)
}

// Latest returns the questions to keep.
func Latest(asked []Asked) []Asked { return asked[max(0, len(asked)-mostAsked):] }
