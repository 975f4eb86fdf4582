package csv

import (
	"context"
	"strings"
	"testing"

	"cardinal/data/datatest"
)

// TestHeadings reads names in two lines, and keeps one line of names if the first line is no heading over the second.
func TestHeadings(t *testing.T) {
	const rows = "N,A,1,2,3,4\nS,B,5,6,7,8\n"
	const columns = "Region text \"N\" \"S\"\nProduct text \"A\" \"B\"\n2023 · Q1 int 1 5\n2023 · Q2 int 2 6\n2024 · " +
		"Q1 int 3 7\n2024 · Q2 int 4 8\n"
	const joined = "note: lines 1-2 are read as the header, with their names joined\n"
	for _, c := range []struct{ name, text, want string }{
		{"names below", ",,2023,,2024,\nRegion,Product,Q1,Q2,Q1,Q2\n" + rows, columns + joined},
		{"names above", "Region,Product,2023,,2024,\n,,Q1,Q2,Q1,Q2\n" + rows, columns + joined},
		{"names in both", "Region,,2023,,2024,\n,Product,Q1,Q2,Q1,Q2\n" + rows, columns + joined},
		{"headings again", ",,2023,2023,2024,2024\nRegion,Product,Q1,Q2,Q1,Q2\n" + rows, columns + joined},
		{"a short line", ",,2023,,2024\nRegion,Product,Q1,Q2,Q1,Q2\n" + rows, columns + joined},
		{"below a title", "Sales\n\n,,2023,,2024,\nRegion,Product,Q1,Q2,Q1,Q2\n" + rows,
			columns + "note: 1 line above the table was left out: \"Sales\"\n" + strings.Replace(joined,
				"1-2", "3-4", 1)},
		{"years below", "Land,North,,South,\n,2023,2024,2023,2024\nx,1,2,3,4\ny,5,6,7,8\n",
			"Land text \"x\" \"y\"\nNorth · 2023 int 1 5\nNorth · 2024 int 2 6\nSouth · 2023 int 3 7\nSouth · 2024 " +
				"int 4 8\n" + joined},
		{"a name of its own", "k,North,,Sum\n,a,b,\nx,1,2,3\ny,4,5,9\n", ""},
		{"units", "k,kg,m\n,net,long\nx,1,2\ny,3,4\n", ""},
		{"texts alone", ",2023,,2024,\nk,a,b,a,b\nx,p,q,r,s\ny,p,q,r,s\n", ""},
		{"names without names", "a,,b,\n1,2,3,4\n5,6,7,8\n9,10,11,12\n", ""},
	} {
		table := read(t, c.text)
		if got := datatest.Columns(table); got != c.want && c.want != "" {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		} else if c.want == "" && strings.Contains(got, "joined") {
			t.Errorf("%s: names are joined:\n%s", c.name, got)
		}
	}
}

// TestChosenHeadings joins the names of the lines that a person says, and of no other lines.
func TestChosenHeadings(t *testing.T) {
	const text = ",,2023,,2024,\nk,l,a,b,a,b\nN,A,1,2,3,4\nS,B,5,6,7,8\n"
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Header: 2}, "k l a b a_2 b_2"},
		{Options{Header: 1, Heads: 2}, "k l 2023 · a 2023 · b 2024 · a 2024 · b"},
		{Options{Header: 1, Heads: 3}, "k · N l · A 2023 · a · 1 2023 · b · 2 2024 · a · 3 2024 · b · 4"},
	} {
		table, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0, c.o, nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, col := range table.Columns {
			names = append(names, col.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
}
