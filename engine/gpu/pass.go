package gpu

import (
	"fmt"
	"slices"

	"cardinal/shaders"
)

// pass is the aggregates that one walk over the keys updates together, and the columns it reads: as many as the
// kernels bind.
type pass struct {
	measures []measure
	columns  []string // by name, or rowNumbers
	bitmaps  []string
	words    int // of a slot
}

// measure is an aggregate in a pass: which of the pass's columns and bitmaps it uses, and where its words lie.
type measure struct {
	aggregate    int // of the job
	op           Op
	column, with int
	bitmap       int // none: every row counts
	word         int // the first of its words among those of a slot
}

const (
	maxMeasures = 6 // of a pass: the kernels spell them out
	maxColumns  = 3 // value columns, and as many bitmaps, of a pass: eight storage buffers in all
	absent      = 3 // the number of a column or bitmap that a measure does not use

	rowNumbers = "\x00row numbers" // a column that is computed
)

// with returns the pass with one more aggregate, unless it has no room for it.
func (p pass) with(i int, a jobAggregate) (pass, bool) {
	m := measure{aggregate: i, op: a.Op, word: p.words, bitmap: absent}
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
	case a.Op == First || a.Op == Last:
		m.column = place(&p.columns, rowNumbers)
	case a.Op.reads():
		m.column = place(&p.columns, a.Values)
	}
	if a.Op == Product {
		m.with = place(&p.columns, a.With)
	}
	if a.Valid != "" {
		m.bitmap = place(&p.bitmaps, a.Valid)
	}
	p.measures = append(slices.Clone(p.measures), m)
	p.words += a.Op.words()
	return p, fits && len(p.measures) <= maxMeasures
}

// constants are those of the kernels that read columns.
func (p pass) columnConstants() shaders.Constants {
	c := shaders.Constants{"COLUMNS": uint32(len(p.columns)), "BITMAPS": uint32(len(p.bitmaps))}
	if i := slices.Index(p.columns, rowNumbers); i >= 0 {
		c["NUMBERS"] = uint32(i)
	}
	return c
}

// measureConstants are those of the kernels that aggregate.
func (p pass) measureConstants() shaders.Constants {
	c := shaders.Constants{}
	for i := range maxMeasures {
		set := func(name string, v int) { c[fmt.Sprint(name, i)] = uint32(v) }
		if i >= len(p.measures) {
			set("OP", opNone)
			continue
		}
		m := p.measures[i]
		set("OP", int(m.op.kernelOp()))
		set("WORD", m.word)
		set("COLUMN", m.column)
		set("WITH", m.with)
		set("BITMAP", m.bitmap)
	}
	return c
}

const opNone = 7 // NONE of measures.wgsl

// recordWords is the size of a row that is written to its partition: slot and values.
func (p pass) recordWords() int { return [...]int{1, 2, 4, 4}[len(p.columns)] }

// bytesARow is what one walk over the columns reads.
func (p pass) bytesARow(j *job) float64 {
	bits := int(j.slotKind()) + len(p.bitmaps)
	for _, id := range p.columns {
		if id != rowNumbers {
			bits += int(j.kind(id))
		}
	}
	return float64(bits) / 8
}

// passes groups the aggregates of a job into passes, each aggregate where it costs least: with others, it saves a walk
// over the keys; alone, it may fit workgroup memory where together they do not.
func passes(j *job, a Adapter) []pass {
	var list []pass
	for i, agg := range j.Aggregates {
		alone, _ := pass{}.with(i, agg)
		best, least := len(list), cost(alone, j, a)
		for k, p := range list {
			together, fits := p.with(i, agg)
			if !fits || uint64(together.bytes(j.Slots)) > a.MaxBindingBytes {
				continue
			}
			if more := cost(together, j, a) - cost(p, j, a); more < least {
				best, least = k, more
			}
		}
		if best == len(list) {
			list = append(list, alone)
		} else {
			list[best], _ = list[best].with(i, agg)
		}
	}
	return list
}
