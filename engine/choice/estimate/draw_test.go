package estimate

import (
	"slices"
	"testing"

	"cardinal/data"
)

// Rows come ascending, once each, only where they pass, about the share of them, and the same at every call.
func TestDraw(t *testing.T) {
	const rows = 200_000
	third := data.NewBitmap(rows)
	for i := 0; i < rows; i += 3 {
		third.Set(i)
	}
	for name, selected := range map[string]data.Bitmap{"all": nil, "a third": third, "none": data.NewBitmap(rows)} {
		pass := rows
		if selected != nil {
			pass = selected.Count()
		}
		for _, share := range []float64{0.001, 0.01, 0.3, 1} {
			picks := new(scratch).draw(rows, selected, share)
			want := share * float64(pass)
			if d := float64(len(picks)) - want; d*d > 16*want {
				t.Errorf("%s: %d rows drawn, want about %.0f", name, len(picks), want)
			}
			for i, row := range picks {
				if i > 0 && picks[i-1] >= row || int(row) >= rows || !selected.Get(int(row)) {
					t.Fatalf("%s at %v: row %d at %d", name, share, row, i)
				}
			}
			if !slices.Equal(picks, new(scratch).draw(rows, selected, share)) {
				t.Errorf("%s: another call draws other rows", name)
			}
		}
	}
}

// Every row is as likely as any other: the halves, the odd rows and the places in a word get their part.
func TestDrawIsFair(t *testing.T) {
	const rows = 1 << 20
	every := data.NewBitmap(rows)
	every.SetRange(0, rows)
	for name, selected := range map[string]data.Bitmap{"unfiltered": nil, "filtered": every} {
		picks := new(scratch).draw(rows, selected, 0.05)
		var late, odd, high int
		for _, row := range picks {
			late += int(row >> 19)
			odd += int(row & 1)
			high += int(row >> 5 & 1)
		}
		for what, n := range map[string]int{"in the later half": late, "odd": odd,
			"in the later half of a word": high} {
			half := float64(len(picks)) / 2
			if d := float64(n) - half; d*d > 8*half {
				t.Errorf("%s: %d of %d rows lie %s", name, n, len(picks), what)
			}
		}
	}
}

// TestRehearsal wants Prepare to take the ways of most estimates: a sample whose columns prove independent, and
// a count of all rows.
func TestRehearsal(t *testing.T) {
	if e := rehearse(400); e.Method != Sample || !e.Independent {
		t.Errorf("no sample of independent columns: %+v", e)
	}
	if e := rehearse(20); e.Method != Bitmap || e.Groups != 143 {
		t.Errorf("no count of the 143 groups: %+v", e)
	}
}
