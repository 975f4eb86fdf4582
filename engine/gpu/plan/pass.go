package plan

import (
	"fmt"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Pass is the aggregates that one walk over the keys updates together, and the columns it reads: as many as the
// kernels bind.
type Pass struct {
	Measures []measure
	Columns  []string // by name, or rowNumbers
	Bitmaps  []string
	Words    int // of a slot
}

// measure is an aggregate in a pass: which of the pass's columns and bitmaps it uses, and where its words lie.
type measure struct {
	Aggregate    int // of the job
	Op           gpu.Op
	column, with int
	bitmap       int // none: every row counts
	Word         int // the first of its words among those of a slot
}

const (
	maxMeasures = 6 // of a pass: the kernels spell them out
	maxColumns  = 3 // value columns, and as many bitmaps, of a pass: eight storage buffers in all
	absent      = 3 // the number of a column or bitmap that a measure does not use

	RowNumbers = "\x00row numbers" // a column that is computed
)

// With returns the pass with one more aggregate, unless it has no room for it.
func (p Pass) With(i int, a jobAggregate) (Pass, bool) {
	m := measure{Aggregate: i, Op: a.Op, Word: p.Words, bitmap: absent}
	fits := true
	place := func(list *[]string, id string) int {
		at := slices.Index(*list, id)
		if at < 0 {
			at = len(*list)
			*list = append(slices.Clone(*list), id)
			fits = fits && at < maxColumns
		}
		return at
	}
	switch {
	case a.Op == gpu.First || a.Op == gpu.Last:
		m.column = place(&p.Columns, RowNumbers)
	case a.Op.Reads():
		m.column = place(&p.Columns, a.Values)
	}
	if a.Op == gpu.Product {
		m.with = place(&p.Columns, a.With)
	}
	if a.Valid != "" {
		m.bitmap = place(&p.Bitmaps, a.Valid)
	}
	p.Measures = append(slices.Clone(p.Measures), m)
	p.Words += a.Op.Words()
	return p, fits && len(p.Measures) <= maxMeasures
}

// ColumnConstants are those of the kernels that read columns.
func (p Pass) ColumnConstants() shaders.Constants {
	c := shaders.Constants{"COLUMNS": uint32(len(p.Columns)), "BITMAPS": uint32(len(p.Bitmaps))}
	if i := slices.Index(p.Columns, RowNumbers); i >= 0 {
		c["NUMBERS"] = uint32(i)
	}
	return c
}

// MeasureConstants are those of the kernels that aggregate.
func (p Pass) MeasureConstants() shaders.Constants {
	c := shaders.Constants{}
	for i := range maxMeasures {
		set := func(name string, v int) { c[fmt.Sprint(name, i)] = uint32(v) }
		if i >= len(p.Measures) {
			set("OP", opNone)
			continue
		}
		m := p.Measures[i]
		set("OP", int(m.Op.KernelOp()))
		set("WORD", m.Word)
		set("COLUMN", m.column)
		set("WITH", m.with)
		set("BITMAP", m.bitmap)
	}
	return c
}

const opNone = 7 // NONE of measures.wgsl

// recordWords is the size of a row that is written to its partition: slot and values.
func (p Pass) recordWords() int { return [...]int{1, 2, 4, 4}[len(p.Columns)] }

// bytesARow is what one walk over the columns reads.
func (p Pass) bytesARow(j *Job) float64 {
	bits := int(j.SlotKind()) + len(p.Bitmaps)
	for _, id := range p.Columns {
		if id != RowNumbers {
			bits += int(j.Kind(id))
		}
	}
	return float64(bits) / 8
}

// Passes groups the aggregates of a job into passes, each aggregate where it costs least: with others, it saves a walk
// over the keys; alone, it may fit workgroup memory where together they do not.
func Passes(j *Job, a gpu.Adapter) []Pass {
	var list []Pass
	for i, agg := range j.Aggregates {
		alone, _ := Pass{}.With(i, agg)
		best, least := len(list), cost(alone, j, a)
		for k, p := range list {
			together, fits := p.With(i, agg)
			if !fits || uint64(together.Bytes(j.Slots)) > a.MaxBindingBytes {
				continue
			}
			if more := cost(together, j, a) - cost(p, j, a); more < least {
				best, least = k, more
			}
		}
		if best == len(list) {
			list = append(list, alone)
		} else {
			list[best], _ = list[best].With(i, agg)
		}
	}
	return list
}
