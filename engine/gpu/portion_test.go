package gpu

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
)

// longRequest is some portions long on a device as slow as slowly makes it.
func longRequest(m maker, form Form) Request {
	const rows = 2_000_000
	slots := 50_000
	if form == Hashed {
		slots = 0
	}
	values := m.column(m.codes(rows, 1000))
	return Request{
		Form: form, Rows: rows, Slots: slots, Keys: []Key{{m.column(m.codes(rows, 50_000)), 1}},
		Aggregates: []Aggregate{{Op: Count}, {Op: Sum, Values: &values}, {Op: Max, Values: &values}},
	}
}

// slowly takes a device for one on which a portion is a few rows.
func slowly(t *testing.T, d *device) {
	speed := speeds[d.info.Class]
	speeds[d.info.Class] = 1e8
	t.Cleanup(func() { speeds[d.info.Class] = speed })
}

// A request that the app no longer wants is left after the portion that runs, and the next one is right: also where nothing
// has cleared what it left behind.
func TestAbortBetweenPortions(t *testing.T) {
	d := openTestDevice(t)
	slowly(t, d)
	for i, form := range []Form{Dense, Hashed, Dense} {
		m := newMaker(uint64(140_000 + i))
		r := longRequest(m, form)
		if i == 2 {
			r.Tuning.Strategy = Global
		}
		all, run := 0, 0 // portions
		d.unwanted = func() error { all++; return nil }
		want, _, err := d.local(r)
		if err != nil {
			t.Fatal(err)
		}
		if all < 10 {
			t.Fatalf("%d portions, too few to leave any out", all)
		}
		for _, most := range []int{1, 3} {
			d.resident.clear()
			run = 0
			d.unwanted = func() error {
				if run++; run == most {
					return errAborted
				}
				return nil
			}
			if _, _, err := d.local(r); !errors.Is(err, errAborted) || run != most {
				t.Errorf("after %d of %d portions: %v, %d were run", most, all, err, run)
			}
			d.unwanted = nil
			small := m.request(5000, 300, 1)
			small.Select = nil
			got, _, err := d.local(small)
			if err != nil {
				t.Fatal(err)
			}
			if truth, _ := reference(small); !slices.EqualFunc(got, truth, slices.Equal) {
				t.Error("the request after an aborted one is wrong")
			}
		}
		again, _, err := d.local(r)
		if err != nil {
			t.Fatal(err)
		}
		if form == Dense && !slices.EqualFunc(again, want, slices.Equal) {
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
	j := ofColumn(1_000_000, Sum)
	j.Rows = 100_000_000
	if _, all := passSeconds(j, plan(j, card), card); all > portionSeconds {
		t.Errorf("100 million rows by a million groups are given %.1f ms on a card", 1000*all)
	}
}

// The word that a request is no longer wanted comes while the kernels run: the child leaves it after a few portions, says
// so, and answers the next one.
func TestAbortComesInTheMiddle(t *testing.T) {
	d := openTestDevice(t)
	slowly(t, d)
	r := longRequest(newMaker(150_000), Dense)
	if _, _, err := d.local(r); err != nil { // the columns stay
		t.Fatal(err)
	}
	fromApp, app := io.Pipe()
	fromChild, child := io.Pipe()
	p := &process{in: app, frames: make(chan reply, 1)}
	go p.listen(fromChild)
	w := &server{in: inbox{from: fromApp}, out: child, device: d}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		for range 3 {
			h, err := w.in.request()
			if err != nil || w.answer(h.Job) != nil {
				return
			}
			cancel() // of the first request; the second one comes with a context that is over already
		}
	}()
	first, err := p.ask(ctx, header{Verb: verbRun, Job: r.job()})
	if err != nil || first.Verb != verbResult {
		t.Fatalf("%q, %v", first.Verb, err)
	}
	<-ctx.Done()
	f, err := p.ask(ctx, header{Verb: verbRun, Job: r.job()})
	if err != nil || !f.Aborted { // nothing is asked after the last portion, so some were left
		t.Errorf("%+v, %v", f.header, err)
	}
	if f, err = p.ask(context.Background(), header{Verb: verbRun, Job: r.job()}); err != nil || f.Verb != verbResult || !slices.Equal(f.payload, first.payload) {
		t.Errorf("after an aborted request: %q, %v", f.Verb, err)
	}
	<-served // which uses the device until after the answer
}
