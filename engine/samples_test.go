package engine

import (
	"encoding/json"
	"testing"

	"cardinal/engine/query"
)

// TestKeepSamples expects the same estimate from kept samples as from samples that the pivot draws, of all rows and of
// some.
func TestKeepSamples(t *testing.T) {
	kept, fresh := New(Options{NoGPU: true}), New(Options{NoGPU: true})
	table := madeTable(t, 1_000_000)
	if err := kept.KeepSamples(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fields, filter string }{
		{"large, few", ""}, {"large, some", ""}, {"some, few", ""}, {"bin(large, 1000), some", ""},
		{"large, few", "few > 1"}, {"large, some", "few = 1"},
	} {
		fields, err := query.ParseFields(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		q := query.Query{Rows: fields}
		if c.filter != "" {
			if q.Filter, err = query.ParseFilter(c.filter); err != nil {
				t.Fatal(err)
			}
		}
		var want string
		for i, e := range []*Engine{kept, fresh, kept} {
			r, err := e.Estimate(t.Context(), table, q, RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			x := r.Estimate
			x.MS = 0
			told, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			got := string(told)
			if i == 0 {
				want = got
			}
			if got != want || r.GroupsEstimated == 0 {
				t.Errorf("by %s where %q: %s, want %s", c.fields, c.filter, got, want)
			}
		}
	}
}
