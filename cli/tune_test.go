package cli

import (
	"strings"
	"testing"

	"cardinal/engine"
)

func TestGridsArePrinted(t *testing.T) {
	var out strings.Builder
	grids := []engine.Grid{
		{Strategy: "workgroup", MaxSlots: 2048, Groups: 264, Invocations: 1024, MS: 0.5, DefaultMS: 0.6, Tried: 27,
			Possible: 320},
		{Strategy: "global", MaxSlots: 1 << 22, MS: 3, DefaultMS: 3, Tried: 22, Possible: 320},
	}
	if err := printGrids(Streams{Out: &out}, grids); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"workgroup", "2,048", "264", "1,024", "1.20x", "the planner's",
		"4,194,304", "1.00x"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
