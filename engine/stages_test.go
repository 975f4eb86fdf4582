package engine

import (
	"slices"
	"testing"
)

// TestThrottledNamesEachStage begins stages at once: each is reported, and what follows within a stage is not.
func TestThrottledNamesEachStage(t *testing.T) {
	var told []string
	s := startStages(func(p Progress) { told = append(told, p.Stage) })
	for _, name := range []string{"check", "estimate", "server"} {
		s.begin(name)
		s.report(Progress{Stage: name, Done: 0.5})
	}
	if want := []string{"check", "estimate", "server"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}
