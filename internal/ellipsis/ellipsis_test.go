package ellipsis

import "testing"

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"日本語", 3, "日本語"},
		{"日本語で", 3, "日本…"},
		{"a\xff\xfeb", 3, "a\xff…"},
		{"ab", 1, "…"},
	} {
		if got := Cut(c.text, c.most); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, not %q", c.text, c.most, got, c.want)
		}
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		text, above, below string
		shown              int
		want               string
	}{
		{"product 02 of steel", "product 01 of steel", "", 20, "product 02 of steel"},
		{"product 02 of steel", "product 01 of steel", "", 5, "02 of steel"},
		{"product 02 of steel", "", "product 03 of steel", 5, "02 of steel"},
		{"product 02 of steel", "customer", "supplier", 5, "product 02 of steel"},
		{"product (part 2)", "product (part 1)", "product", 5, "2)"},
		{"product", "product", "", 5, ""},
		{"北部地区連合", "北部地区島嶼", "", 3, "連合"},
		{"é", "è", "", 0, "é"},
		{"", "a", "b", 0, ""},
	} {
		if got := c.text[Apart(c.text, c.above, c.below, c.shown):]; got != c.want {
			t.Errorf("%q beside %q and %q is shown from %q on, not %q", c.text, c.above, c.below, got, c.want)
		}
	}
}
