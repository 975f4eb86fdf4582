package device

import (
	"errors"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// A request that the app no longer wants is left after the portion that runs, and the next one is right: also
// where nothing has cleared what it left behind.
func TestAbortBetweenPortions(t *testing.T) {
	d := openTestDevice(t)
	gputest.Slowly(t, plan.Speeds, d.Info.Class)
	for i, form := range []gpu.Form{gpu.Dense, gpu.Hashed, gpu.Dense} {
		m := gputest.New(uint64(140_000 + i))
		r := m.Long(form)
		if i == 2 {
			r.Tuning.Strategy = plan.Global.Name
		}
		all, run := 0, 0 // portions
		d.Unwanted = func() error { all++; return nil }
		want, _, err := d.run(r)
		if err != nil {
			t.Fatal(err)
		}
		if all < 10 {
			t.Fatalf("%d portions, too few to leave any out", all)
		}
		for _, most := range []int{1, 3} {
			d.resident.clear()
			run = 0
			d.Unwanted = func() error {
				if run++; run == most {
					return ErrAborted
				}
				return nil
			}
			if _, _, err := d.run(r); !errors.Is(err, ErrAborted) || run != most {
				t.Errorf("after %d of %d portions: %v, %d were run", most, all, err, run)
			}
			d.Unwanted = nil
			small := m.Request(5000, 300, 1)
			small.Select = nil
			got, _, err := d.run(small)
			if err != nil {
				t.Fatal(err)
			}
			if truth, _ := reference.Answer(small); !slices.EqualFunc(got, truth, slices.Equal) {
				t.Error("the request after an aborted one is wrong")
			}
		}
		again, _, err := d.run(r)
		if err != nil {
			t.Fatal(err)
		}
		if form == gpu.Dense && !slices.EqualFunc(again, want, slices.Equal) {
			t.Error("the request itself is wrong when it is asked for again")
		}
	}
}

// A request of little work is one submission, whatever the rows are divided by.
func TestLittleWorkIsNotCut(t *testing.T) {
	c := &commands{}
	if p := c.pace(portionSeconds / 2); p.rows(100_001, portionSeconds/2) < 100_001 {
		t.Error("half a portion is cut")
	}
	if got := c.pace(10*portionSeconds).rows(10_000_000, 10*portionSeconds); got != 1_000_000 {
		t.Errorf("a tenth of 10,000,000 rows is %d", got)
	}
	j := ofColumn(1_000_000, gpu.Sum)
	j.Rows = 100_000_000
	if _, all := plan.PassSeconds(j, plan.Of(j, gputest.Card), gputest.Card); all > portionSeconds {
		t.Errorf("100 million rows by a million groups are given %.1f ms on a card", 1000*all)
	}
}
