package grid

import (
	"fmt"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// sheet is a source made of cells.
type sheet struct {
	headRows, labels int
	cells            [][]pivot.Cell
}

func (s *sheet) Size() (rows, cols, headRows, labels int) {
	return len(s.cells), len(s.cells[0]), s.headRows, s.labels
}

func (s *sheet) Cell(row, col int) pivot.Cell { return s.cells[row][col] }

// long is a source of any number of rows: label columns "a" and "b", then figures.
type long struct{ rows, figures int }

func (l long) Size() (rows, cols, headRows, labels int) { return l.rows + 1, l.figures + 2, 1, 2 }

func (l long) Cell(row, col int) pivot.Cell {
	switch {
	case row == 0 && col < 2:
		return pivot.Cell{Role: pivot.Corner, Value: data.TextValue(string(rune('a' + col)))}
	case row == 0:
		return pivot.Cell{Role: pivot.Name, Value: data.TextValue(fmt.Sprintf("sum(x%d)", col-1))}
	case col == 0:
		return pivot.Cell{Role: pivot.RowLabel, Value: data.IntValue(int64(row-1) / 10), Repeat: row%10 != 1, Node: row}
	case col == 1:
		return pivot.Cell{Role: pivot.RowLabel, Value: data.IntValue(int64(row - 1)), Node: row}
	}
	return pivot.Cell{Role: pivot.Body, Value: data.IntValue(int64(row-1)*1000 + int64(col))}
}

// partly is a source of which the rows from an index on take time until they can be read.
type partly struct {
	long
	ready int
}

func (p *partly) Ready(row int) bool { return row < p.ready }

func (p *partly) Cell(row, col int) pivot.Cell {
	if !p.Ready(row) {
		panic("BUG: a row that is not ready was read")
	}
	return p.long.Cell(row, col)
}

func money(cents int64) data.Value {
	return data.Value{Type: data.Decimal, Int: int128.From(cents), Scale: 2}
}

// sales returns a crosstab as people make them: regions and cities by years and quarters, two measures, and subtotals
// of both axes. It has missing figures, missing and long labels, and negative and rounded figures.
func sales() *sheet {
	regions := []struct {
		name   string
		cities []string
	}{
		{"Asia Pacific", []string{"Bengaluru", "Sydney", "Tōkyō", ""}},
		{"Europe, Middle East and Africa",
			[]string{"Amsterdam", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Anglesey", "Zürich"}},
		{"Americas", []string{"Bogotá", "New York", "São Paulo", "Toronto"}},
	}
	type column struct {
		year, quarter string
		measure       int
		total, grand  bool
		again         [2]bool
	}
	var cols []column
	for _, y := range []string{"2024", "2025"} {
		for q := 1; q <= 3; q++ {
			for m := range 2 {
				cols = append(cols, column{year: y, quarter: fmt.Sprintf("Q%d", q), measure: m,
					again: [2]bool{q > 1 || m > 0, m > 0}})
			}
		}
		for m := range 2 {
			cols = append(cols, column{year: y + " total", measure: m, total: true, again: [2]bool{m > 0, m > 0}})
		}
	}
	for m := range 2 {
		cols = append(cols, column{year: "Total", measure: m, total: true, grand: true, again: [2]bool{m > 0, m > 0}})
	}
	s := &sheet{headRows: 3, labels: 2}
	head := [][]pivot.Cell{
		{{Value: data.TextValue("year")}, {}},
		{{Value: data.TextValue("quarter")}, {}},
		{{Value: data.TextValue("region")}, {Value: data.TextValue("city")}},
	}
	for i, c := range cols {
		node := i + 1
		if c.grand {
			node = 0
		}
		year := pivot.Cell{Role: pivot.ColLabel, Value: data.TextValue(c.year), Total: c.total, Own: c.total,
			Repeat: c.again[0], Node: node}
		if !c.total && !c.again[0] {
			year.Fold = pivot.Open
		}
		quarter := pivot.Cell{Role: pivot.ColLabel, Total: c.total, Repeat: c.again[1] && (!c.total || c.grand)}
		if !c.total {
			quarter.Value, quarter.Node = data.TextValue(c.quarter), 100+i
		}
		head[0] = append(head[0], year)
		head[1] = append(head[1], quarter)
		name := []string{"sum(revenue)", "avg(margin)"}[c.measure]
		head[2] = append(head[2], pivot.Cell{Role: pivot.Name, Value: data.TextValue(name), Total: c.total})
	}
	s.cells = head
	n := int64(0)
	figures := func(row []pivot.Cell, weight int64, holes bool) {
		for i, c := range cols {
			n++
			cell := pivot.Cell{Role: pivot.Body, Total: c.total}
			x := (n*7919 + int64(i)*104729) % 900_000
			w := weight
			if c.total {
				w *= 3
			}
			switch {
			case holes && x%7 == 0:
			case c.measure == 0 && x%11 == 0:
				cell.Value = money(-x * 13)
			case c.measure == 0:
				cell.Value = money(x * 17 * w)
			default:
				cell.Value = data.FloatValue(float64(x%1000)/1000 - 0.1)
				cell.Value.Rounded = x%5 == 0
				cell.Format = pivot.Format{Places: 1, NumberFormat: data.NumberFormat{Percent: true}}
			}
			row = append(row, cell)
		}
		s.cells = append(s.cells, row)
	}
	node := 0
	for ri, r := range regions {
		node++
		region := pivot.Cell{Role: pivot.RowLabel, Value: data.TextValue(r.name), Node: node, Fold: pivot.Open}
		for i, city := range r.cities {
			label := region
			if i > 0 {
				label.Repeat, label.Blank, label.Fold = true, true, pivot.NoFold
			}
			v := data.TextValue(city)
			if city == "" {
				v = data.Value{}
			}
			figures([]pivot.Cell{label, {Role: pivot.RowLabel, Value: v, Node: 10*ri + i + 10}}, 1, true)
		}
		figures([]pivot.Cell{
			{Role: pivot.RowLabel, Value: data.TextValue(r.name + " total"), Own: true, Node: node, Total: true},
			{Role: pivot.RowLabel, Total: true},
		}, 4, false)
	}
	closed := pivot.Cell{Role: pivot.RowLabel, Value: data.Value{}, Node: node + 1, Fold: pivot.Closed, Total: true}
	figures([]pivot.Cell{closed, {Role: pivot.RowLabel, Total: true}}, 2, true)
	figures([]pivot.Cell{
		{Role: pivot.RowLabel, Value: data.TextValue("Total"), Own: true, Total: true},
		{Role: pivot.RowLabel, Total: true},
	}, 12, false)
	return s
}

// marked returns sales with data bars, a colour scale in the first columns of the second measure, and the greatest of
// its other figures highlighted.
func marked() *sheet {
	s := sales()
	of := func(col int) query.Mark {
		switch {
		case col%2 == 0:
			return query.Mark{Kind: query.Bars}
		case col < 6:
			return query.Mark{Kind: query.Scale, N: 3}
		}
		return query.Mark{Kind: query.Most, N: 9}
	}
	extents := map[query.Mark]*mark.Extent{}
	each := func(do func(e *mark.Extent, c *pivot.Cell)) {
		for _, row := range s.cells[s.headRows:] {
			for col := s.labels; col < len(row); col++ {
				m := of(col)
				if extents[m] == nil {
					extents[m] = mark.New(m)
				}
				if !row[0].Total && !row[col].Total {
					do(extents[m], &row[col])
				}
			}
		}
	}
	each(func(e *mark.Extent, c *pivot.Cell) { e.Add(c.Value) })
	for _, e := range extents {
		e.Close()
	}
	each(func(e *mark.Extent, c *pivot.Cell) { c.Mark.Show(e, c.Value) })
	return s
}

// single returns a crosstab of one measure: its name in the corner, the column field above the columns, column labels
// lowest.
func single() *sheet {
	name := func(s string) pivot.Cell { return pivot.Cell{Role: pivot.Name, Value: data.TextValue(s)} }
	again := name("month, channel")
	again.Repeat = true
	label := func(s string, node int, fold pivot.Fold) pivot.Cell {
		return pivot.Cell{Role: pivot.ColLabel, Value: data.TextValue(s), Node: node, Fold: fold}
	}
	repeat := func(s string) pivot.Cell {
		return pivot.Cell{Role: pivot.ColLabel, Value: data.TextValue(s), Node: 1, Repeat: true}
	}
	none := pivot.Cell{Role: pivot.ColLabel, Total: true}
	janTotal, closed, total := label("Jan total", 1, pivot.NoFold), label("Feb", 4, pivot.Closed),
		label("Total", 0, pivot.NoFold)
	janTotal.Total, closed.Total, total.Total = true, true, true
	janTotal.Own, total.Own = true, true
	s := &sheet{headRows: 3, labels: 1, cells: [][]pivot.Cell{
		{{Value: data.TextValue("count(orders)")}, name("month, channel"), again, again, again, again},
		{{}, label("Jan", 1, pivot.Open), repeat("Jan"), janTotal, closed, total},
		{{Value: data.TextValue("product")}, label("shop", 2, pivot.NoFold), label("online", 3, pivot.NoFold),
			none, none, none},
	}}
	for i, p := range []string{"Anvil", "Bucket", "Candle", "Dustpan", "Easel", "Funnel"} {
		row := []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue(p), Node: i + 1}}
		for c := range 5 {
			row = append(row, pivot.Cell{Role: pivot.Body, Value: data.IntValue(int64((i + 2) * (c + 3) * 777 % 5000)),
				Total: c > 1})
		}
		s.cells = append(s.cells, row)
	}
	return s
}
