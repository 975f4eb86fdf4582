package offload

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
)

// makeRequest translates the pivot into columns of codes. A column that the table keeps as codes is sent unchanged.
// Wider integers are sent as v-min. If v-min needs more than 32 bits, its low and high words are sent as two columns
// and summed separately: two 64-bit accumulators make a sum of 128 bits. Floats are sent as v-min in units of the
// column's lowest bit, in up to four words.
func (j *job) makeRequest() *gpu.Request {
	form, _ := j.form()
	q := &gpu.Request{Form: form, Rows: j.Table.Rows, Tuning: j.tuning()}
	if form != gpu.Hashed {
		q.Slots = int(j.Key.Slots)
	}
	for i, k := range j.Keys {
		q.Keys = append(q.Keys, gpu.Key{
			Stride: uint32(j.Key.Strides[i]),
			Codes:  codes(j.keyID(k), k.Codes),
		})
	}
	if j.Select != nil {
		q.Select = &gpu.Bits{ID: j.Source + "/filter/" + j.Filter, Load: func() []uint64 { return j.Select }}
	}
	for kind, k := range j.Measures.Kinds {
		if op := j.pairsOf(kind); op != nil {
			j.pairs = append(j.pairs, j.pairRequest(kind, op, q))
			continue
		}
		q.Aggregates = append(q.Aggregates, j.deviceAggregates(k)...)
	}
	return q
}

const (
	// maxDeviceSlots is the largest key domain for which the device keeps an accumulator per slot. maxSparseSlots is
	// the largest domain in which the device can mark the slots that occur, and maxHashedKeys the largest number of key
	// columns that the device hashes.
	maxDeviceSlots = 1 << 22
	maxSparseSlots = 1<<30 - 64
	maxHashedKeys  = 4
)

// form returns how the device distinguishes the groups, and false if it cannot. Keys are also hashed if a person chose
// a mapping of hashed keys by name.
func (j *job) form() (gpu.Form, bool) {
	switch {
	case j.tuning().Mapping != "":
	case j.Key.Slots <= maxDeviceSlots:
		return gpu.Dense, true
	case j.Key.Slots <= maxSparseSlots:
		return gpu.Sparse, true
	}
	return gpu.Hashed, len(j.Keys) <= maxHashedKeys
}

// operations maps the operations in the descriptions of states to operations of the device.
var operations = map[measure.DeviceFunc]gpu.Op{
	measure.DeviceCount: gpu.Count, measure.DeviceSum: gpu.Sum, measure.DeviceProduct: gpu.Product,
	measure.DeviceMin: gpu.Min, measure.DeviceMax: gpu.Max, measure.DeviceFirst: gpu.First,
	measure.DeviceLast: gpu.Last,
}

// deviceAggregates returns the device's accumulators for a state. The function states reads them back in the same
// order.
func (j *job) deviceAggregates(k measure.Kind) []gpu.Aggregate {
	ops, _ := j.Measures.Device(k)
	list := make([]gpu.Aggregate, len(ops))
	for i, op := range ops {
		list[i].Op = operations[op.Func]
		if op.Values != nil {
			list[i].Values = j.word(op.Values, op.Shift)
		}
		if op.With != nil {
			list[i].With = j.word(op.With, 0)
		}
		if c := op.Valid; c != nil {
			list[i].Valid = &gpu.Bits{ID: j.columnID("valid", c), Load: func() []uint64 { return c.Valid }}
		}
	}
	return list
}

// keyID names a key column on the device.
func (j *job) keyID(k *key.Column) string { return j.Source + "/key/" + k.ID() }

// columnID names a column's words on the device. A derived column has another ID than the table's column of the same
// name.
func (j *job) columnID(what string, c *data.Column) string {
	if c.Computed != "" {
		return j.Source + "/computed " + what + "/" + c.Computed
	}
	own, err := j.Table.Column(c.Name)
	if err != nil || own != c {
		what = "derived " + what
	}
	return j.Source + "/" + what + "/" + c.Name
}

// word returns a column of 32 bits of each value, from bit shift on. The value is encoded as on the device: a code, the
// rank of a text, or v-min of a wide integer or a float.
func (j *job) word(c *data.Column, shift uint) *gpu.Column {
	id := j.columnID(fmt.Sprint("value", shift), c)
	word := codes(id, c.Codes)
	word.Bits = bits.Len64(span(c))
	switch {
	case c.Dict != nil:
		word = computedColumn(id, c.Rows, uint64(len(c.Dict.Values)), func() func(int) uint32 {
			rank := append(c.Dict.Rank(), 0) // the code of null gets 0; no valid row has this code
			return func(row int) uint32 { return rank[c.Codes.At(row)] }
		})
	case c.Type == data.Float:
		fixed := aggregate.FixedPointOf(c)
		most := uint64(1)<<min(max(fixed.Bits-int(shift), 0), 32) - 1
		word = computedColumn(id, c.Rows, most, func() func(int) uint32 {
			return func(row int) uint32 { return fixed.Word(c.Floats[row], shift) }
		})
	case c.Wide != nil:
		word = computedColumn(id, c.Rows, span(c)>>shift, func() func(int) uint32 {
			return func(row int) uint32 { return uint32((uint64(c.Wide[row]) - uint64(c.Min)) >> shift) }
		})
	}
	return &word
}

// codes returns a column of the table's codes, which are sent unchanged.
func codes(id string, c data.Codes) gpu.Column {
	switch {
	case c.U8 != nil:
		return gpu.ColumnOf(id, c.U8)
	case c.U16 != nil:
		return gpu.ColumnOf(id, c.U16)
	}
	return gpu.ColumnOf(id, c.U32)
}

// computedColumn returns a column of computed codes up to `most`, in the narrowest width that holds them.
func computedColumn(id string, rows int, most uint64, code func() func(row int) uint32) (c gpu.Column) {
	switch {
	case most <= math.MaxUint8:
		c = gpu.NewColumn(id, func() []uint8 { return compute[uint8](rows, code()) })
	case most <= math.MaxUint16:
		c = gpu.NewColumn(id, func() []uint16 { return compute[uint16](rows, code()) })
	default:
		c = gpu.NewColumn(id, func() []uint32 { return compute[uint32](rows, code()) })
	}
	c.Bits = min(bits.Len64(most), 32)
	return c
}

// columns lists the columns of a table that a device keeps.
type columns struct {
	ids            []string
	bytes, largest int64
}

func (l *columns) add(id string, bytes int64) {
	if !slices.Contains(l.ids, id) {
		l.ids = append(l.ids, id)
		l.bytes += bytes
		l.largest = max(l.largest, bytes)
	}
}

// addRequest adds the columns that a request keeps on the device.
func (l *columns) addRequest(q *gpu.Request) {
	bitmap := int64(q.Rows+63) / 64 * 8
	for _, k := range q.Keys {
		l.add(k.Codes.ID, int64(k.Codes.Bytes*q.Rows))
	}
	if q.Select != nil {
		l.add(q.Select.ID, bitmap)
	}
	for _, a := range q.Aggregates {
		for _, c := range []*gpu.Column{a.Values, a.With} {
			if c != nil {
				l.add(c.ID, int64(c.Bytes*q.Rows))
			}
		}
		if a.Valid != nil {
			l.add(a.Valid.ID, bitmap)
		}
	}
}

// computeRows is the number of codes that a core computes at a time.
const computeRows = 1 << 18

// compute computes the code of every row, on all cores: the device waits for the codes.
func compute[C uint8 | uint16 | uint32](rows int, code func(row int) uint32) []C {
	out := make([]C, rows)
	err := parallel.Do(context.Background(), (rows+computeRows-1)/computeRows, func(_ context.Context, i int) error {
		for row := i * computeRows; row < min((i+1)*computeRows, rows); row++ {
			out[row] = C(code(row))
		}
		return nil
	})
	if err != nil {
		panic("BUG: codes that cannot be computed: " + err.Error()) // or zeros would be sent instead
	}
	return out
}
