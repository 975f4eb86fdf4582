package header

import (
	"slices"
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
