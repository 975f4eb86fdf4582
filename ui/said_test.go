package ui

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// line is a row of the raw table that the reference reads.
type line struct {
	label  map[string]string   // by column; no entry: null
	figure map[string]*big.Rat // by column; no entry: null
}

// raw makes a table of few labels and its rows as they are.
func raw(r *rand.Rand, rows int) (*data.Table, []line) {
	lines := make([]line, rows)
	for i := range lines {
		lines[i] = line{map[string]string{}, map[string]*big.Rat{}}
	}
	var columns []*data.Column
	for _, c := range []struct {
		name  string
		of    []string
		nulls bool
	}{
		{"region", []string{"EU", "US", "Asia", "Africa", "Oceania"}, true},
		{"city", []string{"Rome", "Oslo", "Kobe", "Bonn", "Nice", "Lima", "Cork", "Bari"}, true},
		{"quarter", []string{"2023-Q1", "2023-Q2", "2023-Q4", "2024-Q1"}, false},
		{"paid", []string{"yes", "no"}, false},
	} {
		codes, valid := make([]uint32, rows), data.NewBitmap(rows)
		for i := range codes {
			codes[i] = uint32(r.IntN(len(c.of)))
			if !c.nulls || r.IntN(8) > 0 {
				valid.Set(i)
				lines[i].label[c.name] = c.of[codes[i]]
			}
		}
		columns = append(columns, data.NewText(c.name, codes, c.of, valid))
	}
	for _, c := range []struct {
		name  string
		typ   data.Type
		scale int
	}{{"units", data.Int, 0}, {"price", data.Decimal, 2}} {
		values, valid := make([]int64, rows), data.NewBitmap(rows)
		for i := range values {
			values[i] = r.Int64N(9) - 3
			if r.IntN(6) > 0 {
				valid.Set(i)
				lines[i].figure[c.name] = big.NewRat(values[i], map[int]int64{0: 1, 2: 100}[c.scale])
			}
		}
		columns = append(columns, data.NewInts(c.name, c.typ, c.scale, values, valid))
	}
	for i, l := range lines {
		for _, f := range made {
			if label, known := madeLabel(f, l); known {
				lines[i].label[f.Title()] = label
			}
		}
		if units := l.figure["units"]; units != nil {
			lines[i].figure["twice"] = new(big.Rat).Add(units, units)
			lines[i].label["band"] = map[bool]string{true: "over", false: "under"}[units.Cmp(big.NewRat(1, 1)) > 0]
		} else {
			lines[i].label["band"] = "under"
		}
	}
	days := make([]int64, rows)
	for i := range days {
		days[i] = 19000 + r.Int64N(900)
		day := time.Unix(days[i]*86400, 0).UTC()
		lines[i].label["Year of day"] = strconv.Itoa(day.Year())
		lines[i].label["Quarter of day"] = strconv.Itoa((int(day.Month()) + 2) / 3)
		lines[i].label["Month of day"] = strconv.Itoa(int(day.Month()))
		lines[i].label["Month name of day"] = day.Month().String()
		lines[i].label["Day of month of day"] = strconv.Itoa(day.Day())
		lines[i].label["day"] = day.Format(time.DateOnly)
		lines[i].label["day by quarter"] = fmt.Sprintf("%d-Q%d", day.Year(), (int(day.Month())+2)/3)
		lines[i].label["day by month"] = day.Format("2006-01")
	}
	return data.NewTable("raw.csv", append(columns, data.NewInts("day", data.Date, 0, days, nil))), lines
}

// said is what the window says of a pivot.
type said struct {
	rows, cols, values, filters []shown
	arrows                      []pivot.Arrow
	grid                        *pivot.Grid
	layout                      query.Layout
	grand                       map[string]bool     // by axis: whether there is a grand total
	plain                       []string            // the fields without subtotals
	hands                       map[string][]string // by field: its order by hand, which a dialog shows
	based                       map[string]string   // by measure: the axis of its base label
	// of the fields that have none of their own, by the number of rows, which has no chip to say so
	unsaid order
}

// shown is the text of a chip and what stands beside it.
type shown struct{ text, note string }

func (s *stage) said() said {
	chips := func(on view.Shelf) (out []shown) {
		for _, c := range s.shelves.On[on].Chips() {
			out = append(out, shown{c.Item().Text, c.Item().Note})
		}
		return out
	}
	w := said{rows: chips(view.Rows), cols: chips(view.Cols), values: chips(view.Values), filters: chips(view.Filters),
		arrows: s.result.grid.Arrows()}
	state := s.session.State()
	w.layout, w.hands, w.based = state.Layout, map[string][]string{}, map[string]string{}
	w.grand = map[string]bool{"r": w.layout.Totals.HasCols(), "c": w.layout.Totals.HasRows()}
	for _, f := range w.layout.NoSubtotals {
		w.plain = append(w.plain, f.Title())
	}
	for _, o := range state.Own {
		for _, v := range o.Hand {
			w.hands[o.Of.Title()] = append(w.hands[o.Of.Title()], asShown(pivot.Label(v)))
		}
	}
	for _, m := range state.Values {
		if m.Show.Way().Base {
			w.based[m.Title()] = []string{"r", "c"}[m.Show.Along]
		}
	}
	if !s.result.grid.Visible() { // a notice says why
		w.arrows = nil
		return w
	}
	w.grid, _ = s.result.grid.Source().(*pivot.Grid)
	if sort := s.session.State().Sort; !sort.ByLabel() && w.grid != nil {
		w.unsaid = order{measure: sort.By.Title(), desc: sort.Desc}
		for _, label := range w.grid.Tab().Cols.Words(view.Node(sort.At, &w.grid.Tab().Cols)) {
			w.unsaid.at = append(w.unsaid.at, asShown(label))
		}
	}
	return w
}

// measures returns the titles of the measures.
func (w said) measures() []string {
	if len(w.values) == 0 {
		return []string{"Number of rows"}
	}
	var out []string
	for _, v := range w.values {
		out = append(out, v.text)
	}
	return out
}

// dump returns all that the window says, for a comparison with another time.
func (w said) dump() string {
	text := fmt.Sprintln(w.rows, w.cols, w.values, w.filters, w.arrows)
	if w.grid == nil {
		return text
	}
	for row := range w.grid.Rows {
		for col := range w.grid.Cols {
			c := w.grid.Cell(row, col)
			text += c.Text() + []string{"", "-", "+"}[c.Fold] + " | "
		}
		text += "\n"
	}
	return text
}

// passes reads the filters' chips.
func (w said) passes(l line) bool {
	for _, f := range w.filters {
		if passes, is := passesRange(f.text, l); is {
			if !passes {
				return false
			}
			continue
		}
		column, text, _ := strings.Cut(asShown(f.text), ": ")
		not := strings.HasPrefix(text, "not ")
		label, there := l.label[column]
		if !there {
			label = "(blank)"
		}
		if text != "all" && slices.Contains(strings.Split(strings.TrimPrefix(text, "not "), ", "), label) == not {
			return false
		}
	}
	return true
}

// order is how the labels of a row field are sorted, as it is said.
type order struct {
	measure string // "": by label
	at      []string
	desc    bool
	natural bool     // groups made by hand stand among the other labels
	hand    []string // by label: these come first
}

// direction reads an arrow at the start of a note.
func direction(note string) (desc bool, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(note, "↓"); ok {
		return true, strings.TrimPrefix(rest, " "), true
	}
	rest, ok = strings.CutPrefix(note, "↑")
	return false, strings.TrimPrefix(rest, " "), ok
}

// fields returns the chips of an axis, "r" or "c".
func (w said) fields(axis string) []shown {
	if axis == "c" {
		return w.cols
	}
	return w.rows
}

// sortOf returns the order of a field: the one on its chip; for a row field, the order by the measure whose chip has
// an arrow; or else by label.
func (w said) sortOf(axis string, field int) order {
	for _, part := range strings.Split(w.fields(axis)[field].note, "  ") {
		if part == "by hand" {
			return order{hand: w.hands[w.fields(axis)[field].text]}
		}
		if desc, measure, ok := direction(part); ok {
			return order{measure: strings.TrimSuffix(strings.TrimSuffix(measure, "natural"), "labels"), desc: desc,
				natural: measure == "natural"}
		}
		if _, by, ok := topSaid(part); ok {
			if text, asc := strings.CutSuffix(by, " ↑"); asc {
				return order{measure: text}
			}
			if text, desc := strings.CutSuffix(by, " ↓"); desc {
				return order{measure: text, desc: true}
			}
		}
	}
	if axis == "c" {
		return order{}
	}
	for _, v := range w.values {
		note, _, _ := strings.Cut(v.note, " there is no ")
		note = strings.TrimSuffix(note, " as")
		if strings.Contains(v.note, ", as there is no ") {
			note = v.note
		}
		if desc, at, ok := direction(note); ok {
			at, _, lost := strings.Cut(asShown(at), ", as there is no ")
			if lost {
				at = strings.TrimSuffix(strings.TrimSuffix(at, "total"), " ")
			}
			o := order{measure: v.text, desc: desc}
			if at != "" {
				const to = "\x00"
				at = strings.ReplaceAll(at, " to ", to)
				for _, label := range strings.Split(at, map[bool]string{true: " ", false: " · "}[lost]) {
					o.at = append(o.at, strings.ReplaceAll(label, to, " to "))
				}
			}
			return o
		}
	}
	if len(w.values) == 0 {
		return w.unsaid
	}
	return order{}
}

// top returns what is kept of a field; amount "" keeps all.
func (w said) top(axis string, field int) (amount, by string, bottom bool) {
	for _, part := range strings.Split(w.fields(axis)[field].note, "  ") {
		if head, by, ok := topSaid(part); ok {
			way, amount, _ := strings.Cut(head, " ")
			return strings.ReplaceAll(amount, ",", ""), strings.TrimRight(by, " ↑↓"), way == "bottom"
		}
	}
	return "", "", false
}

// topSaid cuts a note such as top 3 by Sum of units into what it keeps and the measure, with an arrow if that sorts
// the labels.
func topSaid(note string) (head, by string, ok bool) {
	head, by, ok = strings.Cut(note, " by ")
	head = strings.TrimSuffix(head, " and Others")
	return head, by, ok && (strings.HasPrefix(head, "top ") || strings.HasPrefix(head, "bottom "))
}

// hasOthers reports whether the labels of a field that are left out become one label.
func (w said) hasOthers(axis string, field int) bool {
	return slices.ContainsFunc(strings.Split(w.fields(axis)[field].note, "  "), func(part string) bool {
		return part == "with Others" || strings.Contains(part, " and Others by ")
	})
}

// checkArrows holds the arrows in the headings against the orders.
func (w said) checkArrows() string {
	var want []pivot.Arrow
	add := func(a pivot.Arrow, there bool) {
		if there && !slices.Contains(want, a) {
			want = append(want, a)
		}
	}
	for f := range w.rows {
		o := w.sortOf("r", f)
		a := pivot.Arrow{Col: f, Desc: o.desc}
		switch {
		case o.measure != "":
			a.Col = w.column(o)
		case !strings.ContainsAny(w.rows[f].note, "↓↑"):
			continue // by label, and nobody chose it
		}
		a.Row = w.grid.HeaderRows - 1
		add(a, a.Col >= 0)
	}
	for f := range w.cols {
		o := w.sortOf("c", f)
		a := pivot.Arrow{Row: f, Desc: o.desc}
		if len(w.measures()) == 1 || w.down() {
			a.Row, a.Col = 0, w.grid.LabelCols
		}
		there := true
		if o.measure != "" { // by the totals of the columns, at the foot of the table or at its head
			there = slices.Contains(w.measures(), o.measure)
			first, lines := w.grid.HeaderRows, w.grid.Rows-w.grid.HeaderRows
			switch {
			case len(w.rows) == 0:
				a.Row = first
			case !w.grand["r"]:
				there = false
			case w.layout.TotalsFirst:
				a.Row = first
			case w.down():
				a.Row = first + lines - len(w.measures())
			default:
				a.Row = first + lines - 1
			}
			a.Col = 0
		}
		add(a, there && (o.measure != "" || strings.ContainsAny(w.cols[f].note, "↓↑")))
	}
	if !slices.Equal(want, w.arrows) {
		return fmt.Sprintf("the arrows are %v, and the chips say %v", w.arrows, want)
	}
	return ""
}

// column returns the column of an order, or -1 if it is folded away or its measure is not shown.
func (w said) column(o order) int {
	if !slices.Contains(w.measures(), o.measure) {
		return -1
	}
	for col := w.grid.LabelCols; col < w.grid.Cols; col++ {
		if m, figures := w.grid.Measure(0, col); figures && (w.down() || w.measures()[m] == o.measure) &&
			slices.Equal(pathOf(w.grid, col), o.at) {
			return col
		}
	}
	return -1
}

// pathOf returns the labels over a column of figures.
func pathOf(g *pivot.Grid, col int) []string {
	path := g.Tab().Cols.Words(g.ColNode(col))
	for i, label := range path {
		path[i] = asShown(label)
	}
	return path
}

// asShown returns a label as the grid has it: the edges of a bin have other signs elsewhere.
func asShown(label string) string {
	return strings.ReplaceAll(strings.ReplaceAll(label, "−", "-"), " - ", " to ")
}
