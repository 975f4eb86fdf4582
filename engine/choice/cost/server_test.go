package cost

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// A server's constants are found again from what it took, and predict what was not measured.
func TestFitServer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 22))
	for _, true := range []Server{{2, 3, 100, 1}, {100, 200, 5000, 80}, {30, 10, 800, 500}} {
		var asked []Asked
		for range mostAsked {
			a := Asked{Cells: math.Pow(10, 4+4*r.Float64()), Groups: math.Pow(10, 6*r.Float64())}
			a.Bytes = a.Groups * float64(16+r.IntN(100))
			if r.IntN(3) == 0 {
				a.Groups, a.Bytes = 0, 8*a.Cells // a copy
			}
			a.MS = true.MS(a) * (0.9 + 0.2*r.Float64())
			asked = append(asked, a)
		}
		got := FitServer(asked)
		for _, a := range []Asked{{Cells: 1e6, Groups: 1e3, Bytes: 1e5}, {Cells: 1e8, Groups: 1e2, Bytes: 1e4},
			{Cells: 1e7, Groups: 1e6, Bytes: 4e7}, {Cells: 1e7, Bytes: 8e7}} {
			if ratio := got.MS(a) / true.MS(a); ratio < 0.85 || ratio > 1.15 {
				t.Errorf("%+v is fitted as %+v: %.2f times the time of %+v", true, got, ratio, a)
			}
		}
	}
	if got := FitServer(nil); math.Abs(got.CellNs-DefaultServer.CellNs) > 1e-9 {
		t.Error(got)
	}
}

// Times that scatter to both sides alike are expected in their middle.
func TestFitServerIsUnbiased(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 22))
	true := Server{5, 30, 2000, 10}
	var asked []Asked
	for range mostAsked {
		a := Asked{Cells: math.Pow(10, 5+2*r.Float64()), Groups: math.Pow(10, 5*r.Float64())}
		a.MS = true.MS(a) * math.Exp(r.NormFloat64()/2)
		asked = append(asked, a)
	}
	got, off := FitServer(asked), 0.0
	for _, a := range asked {
		off += math.Log(got.MS(a)/true.MS(a)) / mostAsked
	}
	if math.Abs(off) > 0.15 {
		t.Errorf("%+v is fitted as %+v: %.2f times its times", true, got, math.Exp(off))
	}
}

// A file that was written before groups were counted is read.
func TestAskedWithoutGroups(t *testing.T) {
	at := filepath.Join(t.TempDir(), "calibration.json")
	if err := os.WriteFile(serversPath(at), []byte(`{"a": [{"cells": 1000000, "bytes": 8000000, "ms": 100}]}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	if got := LoadAsked(at)["a"]; len(got) != 1 || got[0] != (Asked{Cells: 1e6, Bytes: 8e6, MS: 100}) {
		t.Error(got)
	}
}

func TestAskedAreKept(t *testing.T) {
	at := filepath.Join(t.TempDir(), "calibration.json")
	for _, server := range []string{"a", "b"} {
		if err := SaveAsked(at, server, make([]Asked, 100)); err != nil {
			t.Fatal(err)
		}
	}
	if all := LoadAsked(at); len(all["a"]) != mostAsked || len(all["b"]) != mostAsked {
		t.Error(all)
	}
	if len(LoadAsked("")) != 0 {
		t.Error("something is kept nowhere")
	}
}
