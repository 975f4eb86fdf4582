package header

import (
	"slices"
	"strconv"
	"testing"
)

func TestRepair(t *testing.T) {
	got, note := Repair([]string{" a ", "a", "", "a_2", "column_3", "b\r\nc"})
	want := []string{"a", "a_3", "column_3_2", "a_2", "column_3", "b c"}
	if !slices.Equal(got, want) || note != "columns renamed: 1 without a name, 1 named like another" {
		t.Errorf("%q %q", got, note)
	}
	if _, note := Repair([]string{"a", "A"}); note != "" {
		t.Errorf("%q", note)
	}
}

// TestRepairOfManyEqualNames would take hours if the time grew with the square of the number of names.
func TestRepairOfManyEqualNames(t *testing.T) {
	const n = 1_000_000
	got, note := Repair(slices.Repeat([]string{"a", ""}, n/2))
	for i, name := range got {
		want := "column_" + strconv.Itoa(i+1)
		if i%2 == 0 {
			want = "a"
			if i > 0 {
				want += "_" + strconv.Itoa(i/2+1)
			}
		}
		if name != want {
			t.Fatalf("name %d is %q, want %q", i, name, want)
		}
	}
	if want := "columns renamed: 500,000 without a name, 499,999 named like another"; note != want {
		t.Errorf("%q", note)
	}
}
