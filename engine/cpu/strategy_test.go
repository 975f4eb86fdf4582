package cpu

import (
	"strings"
	"testing"
	"unicode"

	"cardinal/engine/key"
	"cardinal/profiler"
)

// TestDescriptionsAreComplete holds every strategy to its description: a name of its own, words for people, its
// memory, its run and its cost.
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
	if !partition.suits(Task{}) {
		t.Error("partition must suit every task, for Choose to find a strategy")
	}
}

// TestChooseByOrder compares the choice with the order of the rows. It wants an index if there are few slots, and a
// look-up per run if most slots would stay empty or no index fits. It wants copies of the accumulators only if rows
// wait for the groups of the previous rows.
func TestChooseByOrder(t *testing.T) {
	const rows = 1 << 20
	one, many := &key.Composite{Slots: 200}, &key.Composite{Slots: 1 << 22}
	for _, c := range []struct {
		name     string
		key      *key.Composite
		groups   int
		order    profiler.Clustering
		strategy string
		copies   int
	}{
		{"few slots, random", one, 200, profiler.Clustering{RunLength: 1, HeavyHitter: 0.01}, "dense", 1},
		{"few slots, in runs", one, 200, profiler.Clustering{RunLength: 100, HeavyHitter: 0.1}, "dense", replicaCount},
		{"few slots, one hot", one, 200, profiler.Clustering{RunLength: 1, HeavyHitter: 0.5}, "dense", replicaCount},
		{"4,000 slots, in short runs", &key.Composite{Slots: 4000}, 4000, profiler.Clustering{RunLength: 8,
			HeavyHitter: 0.01}, "dense", 1},
		{"4,000 slots, in long runs", &key.Composite{Slots: 4000}, 4000, profiler.Clustering{RunLength: 100,
			HeavyHitter: 0.01}, "dense", replicaCount},
		{"4,000 slots, one hot", &key.Composite{Slots: 4000}, 4000, profiler.Clustering{RunLength: 2, HeavyHitter: 0.5},
			"dense", replicaCount},
		{"empty slots, in runs", many, 2000, profiler.Clustering{RunLength: 100, HeavyHitter: 0.01}, "runs", 1},
		{"no index, in runs", &key.Composite{Slots: 1 << 50}, 2000, profiler.Clustering{RunLength: 100,
			HeavyHitter: 0.01}, "runs", 1},
		{"no index, random", &key.Composite{Slots: 1 << 50}, 2000, profiler.Clustering{RunLength: 1, HeavyHitter: 0.01},
			"independent", 1},
	} {
		a := task(t, 100, 10, 1)
		a.Selected, a.Key, a.Groups, a.Clustering = rows, c.key, c.groups, c.order
		if got := Choose(&a); got != c.strategy {
			t.Errorf("%s: %s, not %s", c.name, got, c.strategy)
		}
		if got := a.replicas(); c.strategy == "dense" && got != c.copies {
			t.Errorf("%s: %d copies, not %d", c.name, got, c.copies)
		}
	}
}
