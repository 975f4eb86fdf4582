package plan

import (
	"maps"
	"slices"
	"strconv"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Pass is the aggregates that one walk over the rows updates, with the columns that it reads. The kernels limit the
// number of columns.
type Pass struct {
	Measures []Measure
	Columns  []gpu.Column // value columns; may include RowNumbers
	Bitmaps  []gpu.Bits
	Words    int // u32 words of the accumulators of a slot
}

// Measure is an aggregate of a pass.
type Measure struct {
	Aggregate    int // index in the job
	Op           gpu.Op
	Word         int // index of its first word among the words of a slot
	column, with int // indices into the pass's columns
	bitmap       int // index into the pass's bitmaps; noBitmap: every row counts
}

// RowNumbers is the ID of the column of row numbers, which the kernels compute.
const RowNumbers = "\x00row numbers"

func isRowNumbers(c gpu.Column) bool { return c.ID == RowNumbers }

const (
	maxMeasures = 6 // per pass; measures.wgsl spells them out
	// value columns per pass, and bitmaps per pass; with slots and totals these are eight storage buffers
	maxColumns = 3
	noBitmap   = 3
)

var opNone = shaders.Const("measures", "NONE")

// With returns the pass with one more aggregate; ok is false if the pass has no room for it.
func (p Pass) With(number int, a gpu.Aggregate) (with Pass, ok bool) {
	m := Measure{Aggregate: number, Op: a.Op, Word: p.Words, bitmap: noBitmap}
	place := func(c gpu.Column) int {
		at := slices.IndexFunc(p.Columns, func(other gpu.Column) bool { return other.ID == c.ID })
		if at < 0 {
			at = len(p.Columns)
			p.Columns = append(slices.Clone(p.Columns), c)
		}
		return at
	}
	switch {
	case a.Op == gpu.First || a.Op == gpu.Last:
		m.column = place(gpu.Column{ID: RowNumbers})
	case a.Op.Reads():
		m.column = place(*a.Values)
	}
	if a.Op == gpu.Product {
		m.with = place(*a.With)
	}
	valid := a.Valid
	if a.Ties {
		valid = tiesBitmap(number)
	}
	if valid != nil {
		m.bitmap = slices.IndexFunc(p.Bitmaps, func(other gpu.Bits) bool { return other.ID == valid.ID })
		if m.bitmap < 0 {
			m.bitmap = len(p.Bitmaps)
			p.Bitmaps = append(slices.Clone(p.Bitmaps), *valid)
		}
	}
	p.Measures = append(slices.Clone(p.Measures), m)
	p.Words += a.Op.Words()
	return p, len(p.Columns) <= maxColumns && len(p.Bitmaps) <= maxColumns && len(p.Measures) <= maxMeasures
}

// ColumnConstants returns the constants of rows.wgsl.
func (p Pass) ColumnConstants() shaders.Constants {
	c := shaders.Constants{"COLUMNS": uint32(len(p.Columns)), "BITMAPS": uint32(len(p.Bitmaps))}
	if i := slices.IndexFunc(p.Columns, isRowNumbers); i >= 0 {
		c["NUMBERS"] = uint32(i)
	}
	return c
}

// MeasureConstants returns the constants of measures.wgsl.
func (p Pass) MeasureConstants() shaders.Constants {
	c := make(shaders.Constants, maxMeasures+4*len(p.Measures)+fewConstants)
	for i, n := range measureNames {
		if i >= len(p.Measures) {
			c[n.op] = opNone
			continue
		}
		m := p.Measures[i]
		c[n.op] = m.Op.KernelOp()
		c[n.word], c[n.column], c[n.with], c[n.bitmap] = uint32(m.Word), uint32(m.column), uint32(m.with),
			uint32(m.bitmap)
	}
	return c
}

// fewConstants is an upper bound of the number of constants that a kernel has besides the constants of its measures.
const fewConstants = 13

// measureNames has the names of the constants of each measure.
var measureNames = func() (names [maxMeasures]struct{ op, word, column, with, bitmap string }) {
	for i := range names {
		n, number := &names[i], strconv.Itoa(i)
		n.op, n.word, n.column, n.with, n.bitmap = "OP"+number, "WORD"+number, "COLUMN"+number, "WITH"+number,
			"BITMAP"+number
	}
	return names
}()

// RowConstants returns the constants of kernels that read rows and know the measures. The caller may add others.
func (p Pass) RowConstants() shaders.Constants {
	c := p.MeasureConstants()
	maps.Copy(c, p.ColumnConstants())
	return c
}

// rowProgram returns the program of a kernel that reads the slots and columns of a pass, with the bindings of
// rows.wgsl.
func rowProgram(kernel string, p Pass, j *Job, constants shaders.Constants) Program {
	columns := map[int]gpu.Kind{1: j.SlotKind()}
	for i, c := range p.Columns {
		if !isRowNumbers(c) {
			columns[2+i] = c.Kind()
		}
	}
	return ProgramOf(kernel, constants, columns)
}

// Bytes returns the size of the pass's accumulators over `slots` slots.
func (p Pass) Bytes(slots int) int64 { return 4 * int64(p.Words) * int64(slots) }

func (p Pass) has(op gpu.Op) bool {
	return slices.ContainsFunc(p.Measures, func(m Measure) bool { return m.Op == op })
}

// recordWords returns the number of u32 words of a record, which has a slot and the values of a row.
func (p Pass) recordWords() int { return [...]int{1, 2, 4, 4}[len(p.Columns)] }

// bytesARow returns how many bytes of a row one walk over the columns reads.
func (p Pass) bytesARow(j *Job) float64 {
	bits := int(j.SlotKind()) + len(p.Bitmaps)
	for _, c := range p.Columns {
		bits += int(c.Kind()) // 0 for row numbers
	}
	return float64(bits) / 8
}

// Of groups the aggregates of a job into passes at the least price, and chooses the kernel of each pass. An aggregate
// that shares a pass with others saves a walk over the rows. In a pass of its own, its accumulators are more likely to
// fit workgroup memory. A pass that needs ties comes after the pass that finds the results.
func Of(j *Job, a gpu.Adapter) []Planned {
	priced := func(p Pass) Planned {
		k, price := Choose(p, j, a)
		return Planned{Pass: p, Kernel: k, price: price}
	}
	var list []Planned
	found := 0 // the pass of the aggregate before
	for i, agg := range j.Aggregates {
		alone, _ := Pass{}.With(i, agg)
		pass, at := priced(alone), len(list)
		least := pass.price
		for k, p := range list {
			together, fits := p.With(i, agg)
			if !fits || agg.Ties && k <= found || uint64(together.Bytes(j.Slots)) > a.MaxBindingBytes {
				continue
			}
			if with := priced(together); with.price-p.price < least {
				pass, at, least = with, k, with.price-p.price
			}
		}
		if at == len(list) {
			list = append(list, pass)
		} else {
			list[at] = pass
		}
		found = at
	}
	offset := int64(0)
	for i := range list {
		list[i].Offset = offset
		offset += align(list[i].Bytes(j.Slots))
	}
	return list
}
