package cost

import (
	"path/filepath"
	"slices"

	"cardinal/internal/localfile"
)

// Server is the constants of a database server: what a question takes, and what reading a value of a column, a
// group and a byte of an answer take.
type Server struct{ StartMS, CellNs, GroupNs, ByteNs float64 }

// Asked is what a server was asked, and what that took.
type Asked struct {
	Cells  float64 `json:"cells"`  // rows that were read times columns
	Groups float64 `json:"groups"` // 0 where the rows were not grouped
	Bytes  float64 `json:"bytes"`  // of the answer
	MS     float64 `json:"ms"`
}

// DefaultServer is a server that was never asked: about 20 million values and a million groups a second, and 50
// MB a second.
var DefaultServer = Server{StartMS: 10, CellNs: 50, GroupNs: 1000, ByteNs: 20}

// MS is the expected time of a question. What it took, if known, does not matter.
func (s Server) MS(a Asked) float64 {
	return s.StartMS + (a.Cells*s.CellNs+a.Groups*s.GroupNs+a.Bytes*s.ByteNs)/1e6
}

// mostAsked is how many questions are kept of each server, the newest last.
const mostAsked = 64

// FitServer returns the constants that explain best what a server was asked. Where e is the expected and m the
// measured time of a question, the sum of e/m + m/e over the questions is least: half the time is as wrong as
// twice the time. Least squares weighted by 1/m would prefer times that are too short, because such an error is
// at most 1. The constants of DefaultServer decide what the questions leave open.
func FitServer(asked []Asked) Server {
	asked = slices.DeleteFunc(slices.Clone(asked), func(a Asked) bool { return a.MS <= 0 })
	expected := make([]float64, len(asked))
	for i, a := range asked {
		expected[i] = a.MS
	}
	var s Server
	for range 6 { // (e-m)^2/(e*m) is e/m + m/e - 2, and the weights follow the constants
		s = fitServer(asked, expected)
		for i, a := range asked {
			expected[i] = max(s.MS(a), a.MS/1000)
		}
	}
	return s
}

// fitServer is least squares weighted by one over the measured and the expected times, under the condition that
// no constant is below zero, by coordinate descent on the normal equations as in Fit.
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

// serversPath is the file of what servers were asked, beside the file of the calibrations.
func serversPath(calibrations string) string {
	return filepath.Join(filepath.Dir(calibrations), "servers.json")
}

// LoadAsked is what servers were asked before, by their names. A damaged file is the same as none.
func LoadAsked(calibrations string) map[string][]Asked {
	all := map[string][]Asked{}
	if calibrations != "" && !localfile.Load(serversPath(calibrations), &all) || all == nil {
		return map[string][]Asked{}
	}
	return all
}

// SaveAsked keeps what a server was asked, with what is kept of others.
func SaveAsked(calibrations, server string, asked []Asked) error {
	if calibrations == "" {
		return nil
	}
	all := LoadAsked(calibrations)
	all[server] = Latest(asked)
	return localfile.Save(serversPath(calibrations), all)
}

// Latest is the questions that are kept.
func Latest(asked []Asked) []Asked { return asked[max(0, len(asked)-mostAsked):] }
