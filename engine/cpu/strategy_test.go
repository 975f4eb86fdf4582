package cpu

import (
	"strings"
	"testing"
	"unicode"
)

// TestDescriptionsAreComplete holds every strategy to its description: a name of its own, words for people, its memory, its run and its
// cost.
func TestDescriptionsAreComplete(t *testing.T) {
	names, words := map[string]bool{}, map[string]bool{}
	for _, s := range Strategies {
		if s.Name == "" || names[s.Name] || s.Name != strings.ToLower(s.Name) || Find(s.Name) != s {
			t.Errorf("%q is no name of one strategy alone", s.Name)
		}
		if s.Words == "" || words[s.Words] || !unicode.IsUpper(rune(s.Words[0])) || strings.HasSuffix(s.Words, ".") {
			t.Errorf("%s: %q is no phrase of its own", s.Name, s.Words)
		}
		names[s.Name], words[s.Words] = true, true
		if s.bytes == nil || s.run == nil || s.aggregate == nil {
			t.Errorf("%s lacks its memory, its run or its cost", s.Name)
			continue
		}
		j, err := newJob(t.Context(), task(t, 100_000, 500, 2))
		if err != nil {
			t.Fatal(err)
		}
		if n := s.bytes(j); n < 500*(j.Plan.GroupBytes()) {
			t.Errorf("%s: %d bytes for 500 groups", s.Name, n)
		}
	}
	if !partition.suits(nil) {
		t.Error("partition must suit every task, for Choose to find a strategy")
	}
}
