package csv

import (
	"strings"
	"testing"

	"cardinal/data"
)

// TestCodes checks that different writings of one number stay different or are noted, and that measured numbers stay
// unchanged.
func TestCodes(t *testing.T) {
	for _, c := range []struct{ name, values, want, note string }{
		{"sku", "1E5 2E10 100000", "text", "2 values such as 1E5 may be codes and no numbers: kept as text, which " +
			"the type number changes"},
		{"k", "1E5 2E10 100000", "text", "2 values such as 1E5 may be codes"},
		{"k", "12e45 7 8", "text", "12e45 may be a code and no number"},
		{"k", "12e45 12e46", "text", "2 values such as 12e45"},
		{"k", "12e45 NA 3", "text", "12e45 may be a code"},
		{"k", "1.5E-3 2.25E+02 3E0", "decimal", ""},
		{"k", "1e5 0.25 3", "decimal", ""},
		{"k", "1e-5 1e5 3", "decimal", ""},
		{"k", "1e+05 2e+10 7", "int", ""},
		{"k", "-1e5 1e6 3", "int", ""},
		{"k", "1e5 0.25 100000", "decimal", "1e5 and 100000 are one number here: the type text keeps them apart"},
		{"sku", "1e5 0.25 3", "text", "1e5 may be a code"},
		{"k", "1D5 2 3", "text", ""},
		{"k", "0x1F 2 3 4", "text", "kept as text because of 1 of 4 values"},
		{"k", "1_000 2 3 4", "text", "kept as text because of 1 of 4 values"},
		{"k", "007 7 8 9", "text", "kept as text because of 1 of 4 values"},
		{"k", "0E5 1 2", "text", "0E5 may be a code"},
		{"k", "00E5 1 2 3", "text", "kept as text because of 1 of 4 values"},
		{"k", "3e400 1 2 3", "text", "kept as text because of 1 of 4 values"},
		{"k", "+49 49 1", "int", "+49 and 49 are one number here"},
		{"k", "+49 +1 +44", "int", ""},
		{"k", "+491701234567 3", "text", ""},
		{"k", "1.10 1.9 1.1", "decimal", "1.10 and 1.1 are one number here"},
		{"k", "1.10 1.90 1.25", "decimal", ""},
		{"k", "1.0 1 2", "decimal", "1.0 and 1 are one number here"},
		{"k", "2.50 3.1 4", "decimal", ""},
		{"version", "1.10 1.9 1.2", "text", "1.10 is another code than 1.1"},
		{"version", "1.0 1 2", "decimal", "1.0 and 1 are one number here"},
		{"id", "2.0 1 3", "decimal", ""},
		{"version", "1.1 1.9 1.2", "decimal", ""},
		{"k", "5. 6. 7.", "int", "the point at the end of 5. is left out"},
		{"k", "5. 5 7.5", "decimal", "5. and 5 are one number here"},
		{"k", "inf Infinity 3", "float", "inf and Infinity are one number here"},
		{"k", "TRUE true false", "bool", ""},
		{"k", "T F", "text", ""},
	} {
		table := read(t, c.name+";m\n"+strings.ReplaceAll(c.values, " ", ";x\n")+";x\n")
		col := table.Columns[0]
		if got := col.Type.String(); got != c.want || c.note == "" != (col.Note == "") ||
			!strings.Contains(col.Note, c.note) {
			t.Errorf("%s of %s: %s with the note %q, want %s with %q", c.name, c.values, got, col.Note, c.want, c.note)
		}
		if c.want != data.Text.String() {
			continue
		}
		for row, want := range strings.Fields(c.values) {
			if got := col.Value(row).Text; got != want {
				t.Errorf("%s of %s: row %d is %s", c.name, c.values, row+1, got)
			}
		}
	}
}
