package session

import (
	"context"
	"fmt"
	"testing"

	"cardinal/data"
)

func TestFacts(t *testing.T) {
	d := opened(t)
	want := []Fact{{"region", 3}, {"units", 3}, {"paid", 1}, {"weight", -1}, {"wide", -1}, {"day", 2}}
	if fmt.Sprint(d.screen.facts) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", d.screen.facts, want)
	}
}

// TestFactsOfATableThatIsGone lets the facts of a table arrive after another one was opened.
func TestFactsOfATableThatIsGone(t *testing.T) {
	d := newDesk(t)
	d.Open("a.csv")
	d.until("the table", func() bool { return d.Table() != nil })
	d.running.Wait()
	var late []func()
	for len(d.posts) > 0 {
		late = append(late, <-d.posts)
	}
	d.files.set(func() {
		d.files.table = data.NewTable("b.csv", []*data.Column{data.NewBools("b", []uint8{0, 1, 1}, nil)})
	})
	d.Open("b.csv")
	d.settle()
	for _, f := range late {
		f()
	}
	if want := fmt.Sprint([]Fact{{"b", 2}}); len(late) < 6 || fmt.Sprint(d.screen.facts) != want {
		t.Errorf("%v, want %v; %d came late", d.screen.facts, want, len(late))
	}
}

func TestDistinctIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n := distinct(ctx, sales().Columns[1]); n != -1 {
		t.Errorf("%d distinct values, counted by nobody", n)
	}
}

// TestSpanOfAllIntegers has a span that does not fit 64 bits with a sign.
func TestSpanOfAllIntegers(t *testing.T) {
	c := data.NewInts("c", data.Int, 0, []int64{-1 << 63, 1<<63 - 1}, nil)
	if n := distinct(context.Background(), c); n != -1 {
		t.Errorf("%d", n)
	}
}
