package sheet

import "testing"

// TestCodeFormat shows numbers as codes in formats of codes, and in no other format.
func TestCodeFormat(t *testing.T) {
	for _, c := range []struct {
		format string
		n      float64
		want   string
	}{
		{`00000`, 1234, "01234"}, {`00000`, 90210, ""}, {`00000`, 0, "00000"}, {`00000`, 123456, ""}, {`00000`, -5, ""},
		{`00000`, 1.5, ""},
		{`00000\-0000`, 12345678, "01234-5678"}, {`000\-00\-0000`, 123456789, "123-45-6789"},
		{`000-00-0000`, 1, "000-00-0001"}, {`[Red]000`, 7, "007"},
		{`"SKU-"0000`, 12, "SKU-0012"}, {`00;-00`, 7, "07"}, {`[$-409]00000`, 1234, "01234"},
		{`(000) 000`, 1234, "(001) 234"}, {`00 000`, 1234, "01 234"},
		{`0`, 7, ""}, {`General`, 7, ""}, {`00.0`, 7, ""}, {`00" kg"`, 7, ""}, {`$00`, 7, ""}, {`"€"00`, 7, ""},
		{`#,#00`, 7, ""}, {`00%`, 7, ""}, {`00E+00`, 7, ""}, {`0"-"`, 7, ""}, {``, 7, ""},
	} {
		s := StyleOf(c.format)
		if got := s.Cell(c.n, false).Shown; got != c.want {
			t.Errorf("%s of %v: %q, want %q", c.format, c.n, got, c.want)
		}
	}
	for _, c := range []struct {
		n           float64
		shown, want string
	}{{1234, "01234", "01234"}, {12345678, "01234-5678", "01234-5678"}, {123456789, "12345-6789", "12345-6789"},
		{90210, "90210", ""}, {0, "0", ""}, {1234, "1,234", ""}, {0.5, "0.5", ""}, {-7, "-7", ""}, {7, "shown", ""},
		{7, "08", ""}} {
		if got := ShownCode(c.n, []byte(c.shown)); got != c.want {
			t.Errorf("%s: %q, want %q", c.shown, got, c.want)
		}
	}
}
