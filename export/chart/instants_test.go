package chart

import (
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// TestTimesWithinASecond labels the ends of an axis on which no whole second lies.
func TestTimesWithinASecond(t *testing.T) {
	at := data.NewInts("at", data.Timestamp, 3, []int64{1_700_000_000_100, 1_700_000_000_250, 1_700_000_000_400}, nil)
	s := drawn(t, gridOf(t, data.NewTable("log", []*data.Column{at}), "at", "", "count()"), "line", 640, 400)
	var labels []string
	for _, o := range s.shapes {
		if o, ok := o.(text); ok && strings.Contains(o.s, ":13:") {
			labels = append(labels, o.s)
			if o.x < 0 || o.x > 640 {
				t.Errorf("%s stands at %v", o.s, o.x)
			}
		}
	}
	if want := []string{"22:13:20.1", "22:13:20.4"}; !slices.Equal(labels, want) {
		t.Errorf("the labels are %q, want %q", labels, want)
	}
}
