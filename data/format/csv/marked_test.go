package csv

import (
	"fmt"
	"strings"
	"testing"

	"cardinal/data/format/csv/cut"
)

// TestMarkedTotals finds the rows of totals if only their labels are quoted without need. It finds none in texts that
// another program may have written.
func TestMarkedTotals(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"ours": {"city,m\r\nRome,1\r\n\"a, b\",2\r\n\"\",3\r\n\"Total\",2\r\n", "[3]"},
		"groups": {"r,city,m\r\nN,Rome,1\r\n\"N total\",,1\r\n\"a, b\",x,2\r\n\"a, b total\",,2\r\n" +
			"\"Total\",,2\r\n", "[1 3 4]"},
		"labels left out":          {"city,m\r\nRome,1\r\n\"Total of all 1,200\",2\r\n", "[1]"},
		"our label":                {"city,m\r\nRome,1\r\n\"\"\"Total\"\"\",2\r\n", "[]"},
		"no quotes":                {"city,m\r\nRome,1\r\nTotal,2\r\n", "[]"},
		"quotes around all":        {"\"city\",\"m\"\r\n\"Rome\",1\r\n\"Total\",2\r\n", "[]"},
		"quotes around the column": {"city,m\r\n\"Rome\",1\r\n\"Total\",2\r\n", "[]"},
		"labels that need quotes":  {"city,m\r\n\"Rome, IT\",1\r\n\"Total\",2\r\n", "[]"},
		"another quoted label":     {"city,m\r\nRome,1\r\n\"Bonn\",3\r\n\"Total\",2\r\n", "[]"},
		"a bare one, too":          {"city,m\r\nRome,1\r\nTotal,3\r\n\"Total\",2\r\n", "[]"},
		"a quoted name":            {"\"city\",m\r\nRome,1\r\n\"Total\",2\r\n", "[]"},
	} {
		begin := strings.Index(c.text, "\n") + 1
		if got := fmt.Sprint(markedTotals([]byte(c.text), begin, cut.Dialect{Delim: ',', EOL: '\n'})); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
