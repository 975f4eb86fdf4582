package markup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// mostName is the greatest number of characters of a table's name. A longer caption is cut.
const mostName = 60

// mostTables is the greatest number of tables that a person can choose from.
const mostTables = 1000

// named is a table with its name.
type named struct {
	*grid
	name string // its caption or the heading above it; "": none
}

// Options configures OpenHTML, OpenMarkdown and OpenAligned. The zero Options is valid.
type Options struct {
	Table   string       // the name of the table, in any case; "": the largest table
	Limit   int64        // memory in bytes that may be used; 0: no limit
	Reading data.Reading // how to read the cells; data.Reading.IsOfMarkup says which options apply
	Unfit   infer.Unfit  // what happens if the table has no column for a type of Reading, or cannot have the type
}

// tables has the tables of a page or of a text, in the order of their beginnings.
type tables struct {
	of  string // "page" or "text", for errors
	all []named
}

// open returns the table that o asks for. size is the size of the page or text in bytes.
func (t tables) open(ctx context.Context, size int64, o Options, progress func(float64)) (*data.Table, error) {
	name := o.Table
	of := len(t.all)
	t.all = largest(t.all)
	names := t.names()
	chosen := 0
	for i, one := range t.all {
		if strings.EqualFold(name, names[i]) {
			chosen = i
			break
		}
		if name == "" && one.cells > t.all[chosen].cells {
			chosen = i
		}
	}
	if name != "" && !strings.EqualFold(name, names[chosen]) {
		if len(names) == 1 {
			return nil, fmt.Errorf("the %s has one table alone, and no table %q: leave its name out", t.of, name)
		}
		return nil, fmt.Errorf("the %s has no table %q; its tables are %s", t.of, name, header.Nearest(names, name))
	}
	g := t.all[chosen].grid
	if err := g.chooseHeads(o.Reading.Header); err != nil {
		return nil, err
	}
	g.showExact()
	if err := g.spread(mostBytes(size, o.Limit)); err != nil {
		return nil, err
	}
	out, err := g.table(ctx, o, progress)
	if err == nil && len(names) > 1 {
		out.Sheet, out.Sheets = names[chosen], names
		if of > len(names) {
			out.Notes = append(out.Notes, separators.Sprintf("the %s has %d tables, of which the %d with the most "+
				"cells can be chosen", t.of, of, len(names)))
		}
	}
	return out, err
}

// largest returns the tables that a person can choose from, in their order. If there are more than mostTables, it
// returns those with the most cells.
func largest(all []named) []named {
	if len(all) <= mostTables {
		return all
	}
	places := each.Index(len(all))
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(all[b].cells, all[a].cells) })
	places = places[:mostTables]
	slices.Sort(places)
	return each.Of(places, func(i int) named { return all[i] })
}

// names returns distinct names of all tables. A table without a name gets its number.
func (t tables) names() []string {
	var names []string
	seen, again := map[string]bool{}, map[string]int{}
	for i, one := range t.all {
		name := cut(strings.Join(strings.Fields(one.name), " "))
		if name == "" || name == "*" { // "*" means all tables
			name = fmt.Sprintf("Table %d", i+1)
		}
		first := name
		for n := max(2, again[first]); seen[strings.ToLower(name)]; n++ {
			name = first + " (" + strconv.Itoa(n) + ")"
			again[first] = n + 1
		}
		seen[strings.ToLower(name)] = true
		names = append(names, name)
	}
	return names
}

// cut shortens a name that is too long.
func cut(name string) string {
	if runes := []rune(name); len(runes) > mostName {
		return strings.TrimSpace(string(runes[:mostName-1])) + "…"
	}
	return name
}
