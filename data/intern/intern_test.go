package intern

import (
	"fmt"
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
	codes := a.Merge(&b)
	if codes[0] != 3_000 || codes[1] != 7 || codes[2] != 3_001 || a.Values[3_001] != "" || len(a.Values) != 3_002 {
		t.Errorf("%v of %d", codes, len(a.Values))
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
