package each

import (
	"slices"
	"testing"
)

func TestWhere(t *testing.T) {
	if got := Where([]int{1, 2, 3}, func(v int) bool { return v != 2 }); !slices.Equal(got, []int{1, 3}) {
		t.Error(got)
	}
	if got := Where([]int{1}, func(int) bool { return false }); got != nil {
		t.Error(got)
	}
}

func TestSum(t *testing.T) {
	if got := Sum([]string{"a", "bc"}, func(s string) int { return len(s) }); got != 3 {
		t.Error(got)
	}
}

func TestIndex(t *testing.T) {
	if got := Index(3); !slices.Equal(got, []int{0, 1, 2}) {
		t.Error(got)
	}
}

func TestFirst(t *testing.T) {
	if got := First([]int{1, 2, 3}, func(v int) bool { return v > 1 }); got != 2 {
		t.Error(got)
	}
	if got := First([]int{1}, func(int) bool { return false }); got != 0 {
		t.Error(got)
	}
}
