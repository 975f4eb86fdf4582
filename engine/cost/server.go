package cost

import (
	"path/filepath"

	"cardinal/localfile"
)

// Server is the constants of a database server: what a question takes, what reading a value of a column takes, and what a byte of an answer takes.
type Server struct {
	StartMS float64 `json:"start_ms"`
	CellNs  float64 `json:"cell_ns"`
	ByteNs  float64 `json:"byte_ns"`
}

// Asked is what a server was asked, and what that took.
type Asked struct {
	Cells float64 `json:"cells"` // rows that were read times columns
	Bytes float64 `json:"bytes"` // of the answer
	MS    float64 `json:"ms"`
}

// DefaultServer is a server that was never asked: about 20 million values a second, and 50 MB a second.
var DefaultServer = Server{StartMS: 10, CellNs: 50, ByteNs: 20}

// MS is the expected time of a question.
func (s Server) MS(cells, bytes float64) float64 {
	return s.StartMS + (cells*s.CellNs+bytes*s.ByteNs)/1e6
}

// mostAsked is how many questions are kept of each server, the newest last.
const mostAsked = 64

// FitServer returns the constants that explain what a server was asked best: least squares of the relative errors under the condition that no
// constant is below zero, by coordinate descent on the normal equations as in Fit. The constants of DefaultServer decide what the questions leave open.
func FitServer(asked []Asked) Server {
	const prior = 0.001 // the weight of each default, in questions
	x := [3]float64{DefaultServer.StartMS, DefaultServer.CellNs, DefaultServer.ByteNs}
	var left [3][3]float64
	var right [3]float64
	for i, v := range x {
		left[i][i], right[i] = prior/(v*v), prior/v
	}
	for _, a := range asked {
		if a.MS <= 0 {
			continue
		}
		terms := [3]float64{1 / a.MS, a.Cells / 1e6 / a.MS, a.Bytes / 1e6 / a.MS}
		for i := range x {
			right[i] += terms[i]
			for k := range x {
				left[i][k] += terms[i] * terms[k]
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
	return Server{x[0], x[1], x[2]}
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
