package offload

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
)

// makeRequest translates the pivot into columns of codes. A column that the table keeps as codes is sent unchanged.
// Wider integers are sent as v-min. If v-min needs more than 32 bits, its low and high words are sent as two columns
// and summed separately: two 64-bit accumulators make a sum of 128 bits. Floats are sent as v-min in units of the
// column's lowest bit, in up to four words. For their least and greatest values, floats are sent as integers of the
// same order, in up to two words.
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
			list[i].Values = j.word(op.Values, op)
		}
		if op.With != nil {
			list[i].With = j.word(op.With, op)
		}
		list[i].Ties = op.Ties
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

// word returns a column of 32 bits of each value for an operation. A value is its code, or an integer: the rank of a
// text, v-min of a wide integer or a float, or a float's place in the order of floats.
func (j *job) word(c *data.Column, op measure.DeviceOp) *gpu.Column {
	if isCoded(c) && c.Dict == nil {
		word := codes(j.columnID("value0", c), c.Codes)
		word.Bits = bits.Len64(span(c))
		return &word
	}
	kind, width := "value", 0
	var read func(low, high []uint64, first int)
	switch {
	case c.Dict != nil:
		rank := sync.OnceValue(func() []uint32 {
			return append(c.Dict.Rank(), 0) // the code of null gets 0; no valid row has this code
		})
		width = bits.Len(uint(len(c.Dict.Values)))
		read = func(low, _ []uint64, first int) {
			for i := range low {
				low[i] = uint64(rank()[c.Codes.At(first+i)])
			}
		}
	case c.Wide == nil && op.Func == measure.DeviceSum:
		fixed := aggregate.FixedPointOf(c)
		width = fixed.Bits
		read = func(low, high []uint64, first int) { fixed.Integers(low, high, c.Floats[first:first+len(low)]) }
	default:
		order := aggregate.OrderOf(c, op.Func == measure.DeviceMax)
		switch {
		case c.Wide != nil:
		case c.Finite:
			kind = "ordered"
		case op.Func == measure.DeviceMin: // NaN has another place for a minimum than for a maximum
			kind = "least"
		default:
			kind = "greatest"
		}
		width = order.Bits
		read = func(low, _ []uint64, first int) { order.Integers(low, c, first) }
	}
	id := j.columnID(kind, c)
	if j.integers[id] == nil {
		if j.integers == nil {
			j.integers = map[string]*gpu.Integers{}
		}
		j.integers[id] = gpu.NewIntegers(c.Rows, width, read)
	}
	return j.integers[id].Word(int(op.Shift/32), j.columnID(fmt.Sprint(kind, op.Shift), c))
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
