package ui

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// lets are the calculated fields that the person uses, as raw calculates them.
var lets = []query.Let{{Name: "twice", Expr: "units * 2"}, {Name: "band", Expr: "if(units > 1, 'over', 'under')"}}

// made are fields with labels made from a column: bins, and groups by hand.
var made = []query.Field{
	{Column: "units", Part: query.Bin, BinWidth: 2},
	{Column: "price", Part: query.Bin, BinWidth: 2, BinScale: 2},
	{Column: "region", Groups: "Zone = EU, Oceania; Area = Asia, null"},
	{Column: "city", Groups: "Sea = Nice, Cork, Oslo, Bari; 'Rest' = rest"},
}

// madeLabel returns the label of a row in a field of made; known is false for any other field.
func madeLabel(f query.Field, l line) (label string, known bool) {
	if f.Part == query.Bin {
		v := l.figure[f.Column]
		if v == nil {
			return "", false
		}
		hundredths := new(big.Rat).Mul(v, big.NewRat(100, 1)).Num().Int64()
		width := f.BinWidth * map[int]int64{0: 100, 2: 1}[f.BinScale]
		low := hundredths / width * width
		if low > hundredths {
			low -= width
		}
		text := func(hundredths int64) string {
			if f.BinScale == 0 {
				return fmt.Sprint(hundredths / 100)
			}
			return fmt.Sprintf("%.2f", float64(hundredths)/100)
		}
		return text(low) + " to " + text(low+width), true
	}
	label, known = l.label[f.Column]
	switch {
	case f.Column == "city" && slices.Contains([]string{"Nice", "Cork", "Oslo", "Bari"}, label):
		return "Sea", true
	case f.Column == "city":
		return "Rest", true
	case label == "EU", label == "Oceania":
		return "Zone", true
	case label == "Asia", !known:
		return "Area", true
	}
	return label, true
}

// pickMore returns a rare action, or nil if it is impossible now.
func (p *person) pickMore() (name string, do func()) {
	s := p.session.State()
	keys := slices.Concat(s.Rows, s.Cols)
	calculated := len(s.Lets) == len(lets)
	switch p.IntN(11) {
	case 0, 1:
		if len(keys) > 0 {
			return "filter by figures", func() { p.condition(keys[p.IntN(len(keys))]) }
		}
	case 2:
		if len(keys) > 0 {
			return "sort by another measure", func() {
				f, m := keys[p.IntN(len(keys))], p.measure()
				desc := p.IntN(2) == 0
				p.editor.Edit(func(s view.State) view.State {
					return s.SortField(f, view.Sort{By: m, Desc: desc, Unshown: true})
				})
			}
		}
	case 3:
		if len(s.Values) > 0 {
			return "another aggregate", func() {
				i, m := p.IntN(len(s.Values)), p.measure()
				if p.IntN(2) == 0 {
					m.Show = s.Values[i].Show
				}
				if m.Show.Suits(m, true) == nil {
					p.editor.SetMeasure(i, m)
				}
			}
		}
	case 4:
		if n := len(s.Values); n > 0 {
			i := p.IntN(n)
			return "show by the form", func() { p.chooseDeep("Show as", i) }
		}
	case 5, 6:
		if !calculated {
			return "calculate", func() {
				p.editor.Edit(func(s view.State) view.State {
					for _, l := range lets {
						if _, there := s.Let(l.Name); !there {
							s = s.SetLet("", l)
						}
					}
					return s
				})
			}
		}
		on := view.Shelf(p.IntN(2))
		switch {
		case p.IntN(5) == 0:
			return "remove a calculated field", func() { p.editor.RemoveLet(lets[p.IntN(len(lets))].Name) }
		case p.IntN(2) == 0 && s.Len(on) < 2 && len(keys) < 4:
			return "drop a calculated field", func() { p.editor.Add("band", on, p.IntN(3)) }
		case len(s.Values) < 3:
			return "drop a calculated field", func() { p.editor.Add("twice", view.Values, p.IntN(3)) }
		}
	case 7:
		return "filter by a range", p.filterRange
	case 8:
		if p.IntN(3) == 0 {
			return "clear the filters", func() { p.editor.Edit(view.State.ClearFilters) }
		}
	case 9, 10:
		if on := view.Shelf(p.IntN(2)); s.Len(on) < 2 && len(keys) < 4 {
			f := made[p.IntN(len(made))]
			return "drop bins or groups", func() {
				p.editor.Edit(func(s view.State) view.State { return s.AddKey(f, on, p.IntN(3)) })
			}
		}
	}
	return "", nil
}

// measure returns an aggregate of a column without other settings.
func (p *person) measure() query.Measure {
	f := []query.Func{query.Sum, query.Avg, query.Min, query.Max, query.Count, query.Distinct, query.Median, query.Mode,
		query.First, query.Last, query.Product}[p.IntN(11)]
	m := query.Measure{Func: f, Column: []string{"units", "price"}[p.IntN(2)]}
	if f == query.Product { // one of decimals is rounded
		m.Column = "units"
	}
	if p.IntN(4) == 0 {
		m.Where = "paid = 'yes'"
	}
	return m
}

// condition keeps the labels of a field whose figures pass a condition, as it is typed, or takes it away.
func (p *person) condition(f query.Field) {
	all := append(p.session.State().Measures(), p.measure())
	c, _ := p.session.State().ConditionOf(f, all[p.IntN(len(all))])
	low := p.IntN(12) - 2
	text := []string{"> %d", ">= %d", "< %d", "<= %d", "%d", "<> %d", "%d to %d"}[p.IntN(7)]
	text = fmt.Sprintf(text, []any{low, low + p.IntN(8)}[:strings.Count(text, "%d")]...)
	var err error
	if c.If, err = view.ParseCondition(data.Float, data.NumberFormat{}, text); err != nil {
		p.fail(err.Error())
	}
	if p.IntN(5) == 0 {
		c.If = nil
	}
	p.editor.Edit(func(s view.State) view.State { return s.SetCondition(c) })
}

// chooseDeep chooses an item in the menus of a measure's chip, at any depth, unless the item asks something.
func (p *person) chooseDeep(menu string, i int) {
	s := p.session.State()
	days := slices.ContainsFunc(slices.Concat(s.Rows, s.Cols), func(f query.Field) bool { return f.Column == "day" })
	var items []*fyne.MenuItem
	var walk func(all []*fyne.MenuItem)
	walk = func(all []*fyne.MenuItem) {
		for _, item := range all {
			switch {
			case strings.Contains(item.Label, "day") || days && strings.ContainsAny(strings.Split(item.Label,
				"    ")[0], "0123456789"): // months are compared with those of the year before: within.go
			case item.ChildMenu != nil:
				walk(item.ChildMenu.Items)
			case !item.IsSeparator && !item.Disabled && !strings.HasSuffix(item.Label, "…"):
				items = append(items, item)
			}
		}
	}
	for _, item := range p.menus.Settings(view.Values, i) {
		if item.Label == menu {
			walk(item.ChildMenu.Items)
		}
	}
	if len(items) > 0 {
		items[p.IntN(len(items))].Action()
	}
}

// filterRange lets the rows of a range of numbers pass, or of texts with a part.
func (p *person) filterRange() {
	column := []string{"units", "price", "city"}[p.IntN(3)]
	f := view.NewFilter(p.session.Column(column))
	if column == "city" {
		f.Kind, f.Text = view.Texts, view.Text{Op: []query.Op{query.Contains, query.Begins, query.Ends}[p.IntN(3)],
			Pattern: []string{"O", "i", "e", "ne"}[p.IntN(4)], MatchCase: p.IntN(2) == 0}
		f.Exclude = p.IntN(2) == 0
	} else {
		f.Kind = view.Range
		low := p.IntN(6) - 3
		text := func(n int) string {
			if column == "price" {
				return fmt.Sprint(float64(n) / 100)
			}
			return fmt.Sprint(n)
		}
		if p.IntN(3) > 0 {
			f.Low = text(low)
		}
		if p.IntN(3) > 0 {
			f.High = text(low + 2 + p.IntN(4))
		}
	}
	p.editor.Edit(func(s view.State) view.State {
		if i := s.FilterOf(f.Field); i >= 0 {
			return s.SetFilter(i, f)
		}
		return s.AddFilter(f, 0).SetFilter(0, f)
	})
}

// behind looks at the rows behind a figure, and goes back.
func (p *person) behind(ref *reference, c place) {
	set := ref.under("r", c.rows).and(ref.under("c", c.across))
	if set.empty() {
		return
	}
	p.result.activate(c.row, c.col)
	p.until("the rows behind a figure", func() bool { return p.result.rows != nil })
	rows := p.result.rows
	n := 0
	for i := range ref.lines {
		if !set.has(i) {
			continue
		}
		if n >= rows.Len() || rows.Rows[n] != uint32(i) {
			break
		}
		n++
	}
	if n != rows.Len() || n != bits.OnesCount64(set[0])+bits.OnesCount64(set[1]) {
		p.fail(fmt.Sprintf("%s: %v, want %b", rows.Title, rows.Rows, set))
	}
	p.result.leaveRows()
}

// keptWhole writes the shelves as a workspace keeps them, and reads them again.
func (p *person) keptWhole() {
	p.Helper()
	s := p.session.State()
	tab := s.Tab("tab")
	again, gone, lost := view.FromTab(tab, p.session.Table())
	read := again.Tab("tab")
	read.Folded = tab.Folded // which may have labels of fields that are gone
	if len(gone)+len(lost) > 0 || fmt.Sprint(read) != fmt.Sprint(tab) {
		p.fail(fmt.Sprintf("a workspace keeps\n%+v\nand loses %v %v or reads\n%+v", tab, gone, lost, read))
	}
}
