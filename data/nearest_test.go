package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestClosest misspells names of a wide table. The error names the closest ones, and not all.
func TestClosest(t *testing.T) {
	var columns []*Column
	for i := range 5000 {
		columns = append(columns, NewInts(fmt.Sprintf("sensor_%04d", i), Int, 0, []int64{1}, nil))
	}
	for _, name := range []string{"region", "Ländername", "x"} {
		columns = append(columns, NewInts(name, Int, 0, []int64{1}, nil))
	}
	table := NewTable("t", columns)
	for name, want := range map[string]string{
		"regoin":      "region, ",
		"landername":  "Ländername, ",
		"sensr_4711":  "sensor_4711, ",
		"4711":        "sensor_4711, ",
		"SENSOR 0042": "sensor_0042, ",
	} {
		_, err := table.Column(name)
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("no column %q; the columns are %s", name, want)) ||
			!strings.HasSuffix(err.Error(), " and 4,998 more") {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
