package cost

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// A server's constants are found again from what it took, and predict what was not measured.
func TestFitServer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 22))
	for _, true := range []Server{{2, 3, 1}, {100, 200, 80}, {30, 10, 500}} {
		var asked []Asked
		for range mostAsked {
			a := Asked{Cells: math.Pow(10, 4+4*r.Float64()), Bytes: math.Pow(10, 2+5*r.Float64())}
			a.MS = true.MS(a.Cells, a.Bytes) * (0.9 + 0.2*r.Float64())
			asked = append(asked, a)
		}
		got := FitServer(asked)
		for _, a := range []Asked{{1e6, 1e5, 0}, {1e8, 1e4, 0}, {1e4, 1e7, 0}} {
			if ratio := got.MS(a.Cells, a.Bytes) / true.MS(a.Cells, a.Bytes); ratio < 0.85 || ratio > 1.15 {
				t.Errorf("%+v is fitted as %+v: %.2f times the time of %+v", true, got, ratio, a)
			}
		}
	}
	if got := FitServer(nil); math.Abs(got.CellNs-DefaultServer.CellNs) > 1e-9 {
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
