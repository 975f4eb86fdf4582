package host

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

func TestTuneIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "tuning.json")
	c := newTestClient(t, func(c *Client) { c.tuningFile = file })
	a, err := c.Adapter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	a.MaxInvocations = 128 // two widths to compile for
	found, err := c.tuneRange(context.Background(), a, 1<<16, plan.Workgroup.Name, 64)
	if err != nil || found.Tried < 2 || found.Tried > found.Possible || found.MS <= 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	other := plan.Tuned{Device: "another", Strategy: plan.Global.Name, MaxSlots: 10, Groups: 7}
	if err := storeTuned(file, gpu.Adapter{Name: "another"}, []plan.Tuned{other}); err != nil {
		t.Fatal(err)
	}
	found.Groups, found.Invocations = 3, 64
	for range 2 { // the second replaces the first
		if err := storeTuned(file, a, []plan.Tuned{found}); err != nil {
			t.Fatal(err)
		}
	}
	if got := loadTuned(file, a); len(got) != 1 || got[0] != found {
		t.Errorf("loaded %+v", got)
	}
	if all := readTuned(file); len(all) != 2 {
		t.Errorf("%+v", all)
	}
	d := newTestClient(t, func(c *Client) { c.tuningFile = file })
	r := reference.Request(50)
	checkValues(t, r, mustRun(t, d, r))
	if len(d.tuned) != 1 {
		t.Errorf("a new client knows %+v", d.tuned)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := loadTuned(file, a); len(got) != 0 {
		t.Errorf("out of a broken file: %+v", got)
	}
}

// TestImpossibleTuning reads grids that no search finds, and one that it can find.
func TestImpossibleTuning(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tuning.json")
	text := `[{"device": "d", "max_slots": 64, "groups": 4000000000}, {"device": "d", "max_slots": 64, "invocations": 100, "groups": 64},
		{"device": "d", "max_slots": -1, "groups": 64}, {"device": "d", "max_slots": 64, "invocations": 256, "groups": 64}]`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := loadTuned(file, gpu.Adapter{Name: "d"}); len(got) != 1 || got[0].Invocations != 256 {
		t.Errorf("%+v", got)
	}
}
