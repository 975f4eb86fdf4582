package aggregate

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// Op is what an accumulator does.
type Op uint8

// The operations.
const (
	OpCount Op = iota // rows, or the values of Column that are not null
	OpSum
	OpMin
	OpMax
	OpDistinct
)

// Kind is one accumulator of a plan. Several measures may share it: avg and sum of a column share the sum.
type Kind struct {
	Op     Op
	Column *data.Column // nil: OpCount of rows
	codes  data.Codes   // OpDistinct
}

// Plan is the accumulators that the measures of a query need. Kinds[0] always counts rows.
type Plan struct {
	Kinds    []Kind
	measures []measure
	rows     int
}

type measure struct {
	query.Measure
	column *data.Column
	main   int // index into Kinds
	count  int // of the values that are not null
}

// NewPlan binds measures to the columns of t. encode makes the code column that distinct counts by.
func NewPlan(t *data.Table, measures []query.Measure, encode func(query.Field) (*key.Column, error)) (*Plan, error) {
	p := &Plan{rows: t.Rows, Kinds: []Kind{{Op: OpCount}}}
	for _, m := range measures {
		bound := measure{Measure: m}
		if m.Column == "" {
			if m.Func != query.Count {
				return nil, fmt.Errorf("%s needs a column: %s(name)", m, m.Func)
			}
			p.measures = append(p.measures, bound)
			continue
		}
		c, err := t.Column(m.Column)
		if err != nil {
			return nil, err
		}
		bound.column = c
		bound.count = p.CountOf(c)
		switch m.Func {
		case query.Count:
			bound.main = bound.count
		case query.Sum, query.Avg:
			if !c.Type.Numeric() {
				return nil, notNumeric(t, m, c)
			}
			bound.main = p.add(Kind{Op: OpSum, Column: c})
		case query.Min:
			bound.main = p.add(Kind{Op: OpMin, Column: c})
		case query.Max:
			bound.main = p.add(Kind{Op: OpMax, Column: c})
		case query.Distinct:
			codes, err := encode(query.Field{Column: c.Name})
			if err != nil {
				return nil, err
			}
			bound.main = p.add(Kind{Op: OpDistinct, Column: c, codes: codes.Codes})
		default:
			return nil, fmt.Errorf("no aggregate %q; there are %s", m.Func, funcNames())
		}
		p.measures = append(p.measures, bound)
	}
	return p, nil
}

func notNumeric(t *data.Table, m query.Measure, c *data.Column) error {
	var numbers []string
	for _, other := range t.Columns {
		if other.Type.Numeric() {
			numbers = append(numbers, other.Name)
		}
	}
	hint := "no column of this table is"
	if len(numbers) > 0 {
		hint = "the number columns are " + strings.Join(numbers, ", ")
	}
	return fmt.Errorf("%s needs numbers, and %q is %s; %s; count, distinct, min and max take any column", m, c.Name, c.Type, hint)
}

func funcNames() string {
	names := make([]string, len(query.Funcs))
	for i, f := range query.Funcs {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

// add returns the place of k in Kinds.
func (p *Plan) add(k Kind) int {
	for i, have := range p.Kinds {
		if have.Op == k.Op && have.Column == k.Column {
			return i
		}
	}
	p.Kinds = append(p.Kinds, k)
	return len(p.Kinds) - 1
}

// CountOf is the place among Kinds of the count of a column's values that are not null: that of the rows, where no
// value is null. It stands before every other kind of the column.
func (p *Plan) CountOf(c *data.Column) int {
	if c.Valid == nil {
		return 0
	}
	return p.add(Kind{Op: OpCount, Column: c})
}

// New makes a fresh accumulator for each kind.
func (p *Plan) New() []Accumulator {
	accs := make([]Accumulator, len(p.Kinds))
	for i, k := range p.Kinds {
		accs[i] = p.accumulator(k)
	}
	return accs
}

func (p *Plan) accumulator(k Kind) Accumulator {
	c := k.Column
	switch k.Op {
	case OpCount:
		if c == nil {
			return &Counts{}
		}
		return &Counts{Valid: c.Valid}
	case OpSum:
		switch {
		case c.Type == data.Float:
			return &SumFloat{Values: c.Floats, Exp: fixedExp(c)}
		case Fits64(c):
			return &Sum64{Values: c.Ints}
		}
		return &Sum128{Values: c.Ints}
	case OpDistinct:
		return &Distinct{codes: k.codes, valid: c.Valid, pairs: key.NewTable(0)}
	}
	return extreme(c, k.Op == OpMax)
}

func extreme(c *data.Column, isMax bool) *Extreme {
	a := &Extreme{Max: isMax, valid: c.Valid}
	switch c.Type {
	case data.Float:
		a.at = func(i int) int64 { return orderedBits(c.Floats[i], isMax) }
	case data.Text:
		rank := c.Dict.Rank()
		a.at = func(i int) int64 { return int64(rank[c.Codes.At(i)]) }
	case data.Bool:
		a.at = func(i int) int64 { return int64(c.Codes.At(i)) }
	default:
		a.ints = c.Ints
	}
	return a
}

// Fits64 reports whether no sum over rows of an integer column can leave 64 bits (the precision gate of SEEDS A8,
// answered by widening instead of refusing).
func Fits64(c *data.Column) bool {
	largest := uint64(max(c.Max, 0))
	if c.Min < 0 {
		largest = max(largest, -uint64(c.Min))
	}
	hi, lo := bits.Mul64(largest, uint64(c.Rows))
	return hi == 0 && lo <= math.MaxInt64
}
