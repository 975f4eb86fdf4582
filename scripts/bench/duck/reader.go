package duck

import (
	"math"

	"cardinal/bench/g1"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// reader passes the data in batches, so that the copy in between stays small.
type reader struct {
	data    *g1.Data
	builder *array.RecordBuilder
	schema  *arrow.Schema
	from    int
	batch   arrow.RecordBatch
}

var _ array.RecordReader = (*reader)(nil)

const batchRows = 1 << 17

func newReader(schema *arrow.Schema, data *g1.Data) *reader {
	return &reader{data: data, builder: array.NewRecordBuilder(memory.DefaultAllocator, schema), schema: schema}
}

func (r *reader) Retain()                        {}
func (r *reader) Release()                       {}
func (r *reader) Schema() *arrow.Schema          { return r.schema }
func (r *reader) RecordBatch() arrow.RecordBatch { return r.batch }
func (r *reader) Record() arrow.RecordBatch      { return r.batch }
func (r *reader) Err() error                     { return nil }

func (r *reader) Next() bool {
	if r.batch != nil {
		r.batch.Release()
		r.batch = nil
	}
	d, b, from := r.data, r.builder, r.from
	if from == d.Rows {
		return false
	}
	to := min(from+batchRows, d.Rows)
	r.from = to
	for j, ids := range d.IDs {
		if j < g1.Texts {
			appendTexts(b.Field(j).(*array.StringBuilder), j, ids[from:to])
		} else {
			appendInts(b.Field(j).(*array.Int32Builder), ids[from:to])
		}
	}
	appendInts(b.Field(6).(*array.Int32Builder), d.V1[from:to])
	appendInts(b.Field(7).(*array.Int32Builder), d.V2[from:to])
	appendFloats(b.Field(8).(*array.Float64Builder), d.V3[from:to])
	r.batch = b.NewRecordBatch()
	return true
}

func appendTexts(b *array.StringBuilder, j int, ids []int32) {
	var text []byte
	for _, id := range ids {
		if id == g1.Null {
			b.AppendNull()
			continue
		}
		text = g1.AppendText(text[:0], j, id)
		b.BinaryBuilder.Append(text)
	}
}

func appendInts(b *array.Int32Builder, values []int32) {
	for _, v := range values {
		if v == g1.Null {
			b.AppendNull()
		} else {
			b.Append(v)
		}
	}
}

func appendFloats(b *array.Float64Builder, values []float64) {
	for _, v := range values {
		if math.IsNaN(v) {
			b.AppendNull()
		} else {
			b.Append(v)
		}
	}
}
