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
