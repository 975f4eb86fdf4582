package timing

import (
	"errors"
	"testing"
	"time"
)

func TestAlternate(t *testing.T) {
	var order []string
	side := func(name string, takes time.Duration, err error) Side {
		return func() (any, error) {
			order = append(order, name)
			time.Sleep(takes)
			return nil, err
		}
	}
	failure := errors.New("cannot")
	got := Plan{Rounds: 2, Patience: 20}.Alternate(side("a", time.Millisecond, nil), side("b", time.Millisecond, nil),
		side("slow", 100*time.Millisecond, nil), side("fails", 0, failure))
	if len(got[0].Rounds) != 2 || len(got[1].Rounds) != 2 || len(got[2].Rounds) != 1 ||
		!errors.Is(got[3].Err, failure) {
		t.Fatalf("the rounds are %+v", got)
	}
	if got[0].Min() < time.Millisecond || got[0].Median() < got[0].Min() || got[3].Min() != 0 {
		t.Errorf("the minima and medians of %+v are wrong", got)
	}
	want := "a b slow fails a b b a"
	have := ""
	for i, name := range order {
		if i > 0 {
			have += " "
		}
		have += name
	}
	if have != want {
		t.Errorf("the order is %s, not %s", have, want)
	}
}

func TestAtLeast(t *testing.T) {
	checked := 0
	plan := Plan{Rounds: 2, AtLeast: 8 * time.Millisecond, Check: func(int, any) error { checked++; return nil }}
	got := plan.Alternate(func() (any, error) { time.Sleep(2 * time.Millisecond); return nil, nil })
	if n := len(got[0].Rounds); n < 3 || n > 10 || checked != 1 {
		t.Errorf("%d rounds, %d checks", n, checked)
	}
}

// After three rounds a side twice as slow as the fastest is out.
func TestFinals(t *testing.T) {
	side := func(takes time.Duration) Side {
		return func() (any, error) { time.Sleep(takes); return nil, nil }
	}
	got := Plan{Rounds: 6, Finals: 2}.Alternate(side(time.Millisecond), side(20*time.Millisecond))
	if len(got[0].Rounds) != 6 || len(got[1].Rounds) != finalRounds {
		t.Errorf("%d and %d rounds, want 6 and %d", len(got[0].Rounds), len(got[1].Rounds), finalRounds)
	}
}
