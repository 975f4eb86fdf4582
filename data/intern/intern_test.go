package intern

import (
	"fmt"
	"slices"
	"testing"
)

func TestCodesAreOfFirstAppearance(t *testing.T) {
	var a, b Table
	for i := range 10_000 {
		want := uint32(i % 3_000)
		if got := a.Code(fmt.Appendf(nil, "text %d", want)); got != want {
			t.Fatalf("text %d has code %d", want, got)
		}
	}
	for _, s := range []string{"new", "text 7", ""} {
		b.Code([]byte(s))
	}
	codes := []uint32{2, 0, 1, 2, 5} // a row of a, and those of b, of which one has no text
	values := Merge([]*Table{&a, &b}, []int{0, 1, 5}, codes)
	if !slices.Equal(codes, []uint32{2, 3_000, 7, 3_001, 5}) || values[3_001] != "" || len(values) != 3_002 {
		t.Errorf("%v of %d", codes, len(values))
	}
}

func TestTextsAreCopied(t *testing.T) {
	var a Table
	b := []byte("abc")
	a.Code(b)
	b[0] = 'x'
	if a.Values[0] != "abc" || a.Code([]byte("abc")) != 0 {
		t.Errorf("%q", a.Values)
	}
}
