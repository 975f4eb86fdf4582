package session

import (
	"fmt"
	"testing"

	"cardinal/data"
	"cardinal/ui/state/view"
)

func TestFacts(t *testing.T) {
	d := opened(t)
	if want := "region 3 units 3 paid 1 weight 4 wide 2 day 2 "; counted(d.screen.facts) != want {
		t.Errorf("%v, want %v", counted(d.screen.facts), want)
	}
	if got := fmt.Sprint(d.screen.facts[0].Spread.Top,
		d.screen.facts[1].Spread.Bins); got != "[{US 2} {Asia 1} {EU 1}] [1 0 0 0 0 0 0 0 2 0 0 1]" {
		t.Errorf("distributions %s", got)
	}
}

// counted returns the columns of facts with their numbers of distinct values.
func counted(facts []Fact) (text string) {
	for _, f := range facts {
		text += fmt.Sprint(f.Column, " ", f.Distinct.N, " ")
	}
	return text
}

// TestWorkComesBeforeFacts edits while the columns are studied: the study stops, and goes on when the answer is there.
func TestWorkComesBeforeFacts(t *testing.T) {
	d := newDesk(t)
	d.Open("a.csv")
	d.until("the table", func() bool { return d.Table() != nil })
	d.until("the study begins", func() bool { return d.facts.busy })
	d.put("region", view.Rows)
	if d.facts.busy {
		t.Error("the columns are studied while a pivot runs")
	}
	d.settle()
	if want := "region 3 units 3 paid 1 weight 4 wide 2 day 2 "; counted(d.screen.facts) != want {
		t.Errorf("%v, want %v", counted(d.screen.facts), want)
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
	if want := "b 2 "; len(late) < 6 || counted(d.screen.facts) != want {
		t.Errorf("%v, want %v; %d came late", counted(d.screen.facts), want, len(late))
	}
}
