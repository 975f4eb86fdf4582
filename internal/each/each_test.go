package each

import (
	"slices"
	"strconv"
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

func TestTry(t *testing.T) {
	asked := 0
	read := func(text string) (int, error) {
		asked++
		return strconv.Atoi(text)
	}
	if all, err := Try([]string{"3", "4"}, read); err != nil || !slices.Equal(all, []int{3, 4}) {
		t.Errorf("got %v, %v", all, err)
	}
	if all, err := Try(nil, read); err != nil || all != nil {
		t.Errorf("got %v, %v of no value", all, err)
	}
	asked = 0
	if all, err := Try([]string{"3", "four", "5"}, read); err == nil || all != nil || asked != 2 {
		t.Errorf("got %v, %v after %d values, want the error of the second", all, err, asked)
	}
}
