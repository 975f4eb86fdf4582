package key

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// perRow runs f as a benchmark and reports nanoseconds for each of n rows.
func perRow(b *testing.B, name string, n int, f func()) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			f()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
	})
}

func randomColumn(rows, card int) *Column {
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = rand.Uint32N(uint32(card))
	}
	return &Column{Codes: data.PackCodes(codes, card), Card: card}
}

// BenchmarkComposite writes both forms of keys of one to four columns, in batches.
func BenchmarkComposite(b *testing.B) {
	const rows, batch = 1 << 20, 2048
	for _, cards := range [][]int{{200}, {70_000}, {200, 300}, {70_000, 20}, {200, 100, 12}, {30, 20, 10, 5}} {
		var cols []*Column
		for _, card := range cards {
			cols = append(cols, randomColumn(rows, card))
		}
		k := Compose(rows, cols)
		slots, packed := make([]uint32, batch), make([]uint64, batch)
		perRow(b, fmt.Sprint("slots", cards), rows, func() {
			for lo := 0; lo < rows; lo += batch {
				k.SlotsAt(slots, lo)
			}
		})
		perRow(b, fmt.Sprint("packed", cards), rows, func() {
			for lo := 0; lo < rows; lo += batch {
				k.PackAt(packed, lo)
			}
		})
	}
}

// BenchmarkSlotCodes takes slots of three columns apart, by reciprocals and by division.
func BenchmarkSlotCodes(b *testing.B) {
	const n = 1 << 16
	k := Compose(n, []*Column{randomColumn(n, 50), randomColumn(n, 40), randomColumn(n, 31)})
	slots, codes := make([]uint32, n), make([]uint32, n)
	for i := range slots {
		slots[i] = rand.Uint32N(uint32(k.Slots))
	}
	perRow(b, "reciprocal", 3*n, func() {
		for c := range k.Cols {
			k.SlotCodes(codes, slots, c)
		}
	})
	perRow(b, "division", 3*n, func() {
		for c, column := range k.Cols {
			stride, card := uint32(k.Strides[c]), uint32(column.Card)
			for i, slot := range slots {
				codes[i] = slot / stride % card
			}
		}
	})
}

// BenchmarkTables numbers the keys of one partition by DictEncoder and by HashTable. It numbers many keys by
// HashTable and by a map of Go.
func BenchmarkTables(b *testing.B) {
	random := func(rows, distinct int) []uint64 {
		keys := make([]uint64, rows)
		for i := range keys {
			keys[i] = 977 * rand.Uint64N(uint64(distinct))
		}
		return keys
	}
	var e DictEncoder
	for _, rows := range []int{1 << 12, 1 << 16} {
		keys, copied, ids := random(rows, rows/2), make([]uint64, rows), make([]uint32, rows)
		perRow(b, fmt.Sprint("encoder/", rows), rows, func() {
			copy(copied, keys)
			e.Encode(copied, ids, 0)
		})
		perRow(b, fmt.Sprint("table/", rows), rows, func() { NewHashTable(rows/2).IDs(ids, keys) })
	}
	const rows, distinct = 1 << 20, 1000
	keys, ids := random(rows, distinct), make([]uint32, rows)
	perRow(b, "IDs", rows, func() { NewHashTable(distinct).IDs(ids, keys) })
	perRow(b, "ID", rows, func() {
		t := NewHashTable(distinct)
		for i, k := range keys {
			ids[i] = t.ID(k)
		}
	})
	perRow(b, "map", rows, func() {
		t := map[uint64]uint32{}
		for i, k := range keys {
			id, ok := t[k]
			if !ok {
				id = uint32(len(t))
				t[k] = id
			}
			ids[i] = id
		}
	})
}

// BenchmarkLabels makes the column of the labels of a million hashed integers, at once and value by value.
func BenchmarkLabels(b *testing.B) {
	const n = 1 << 20
	values, codes := make([]int64, n), make([]uint32, n)
	for i := range values {
		values[i], codes[i] = rand.Int64(), uint32(i)
	}
	k, err := EncodeColumn(context.Background(), data.NewInts("x", data.Int, 0, values, nil))
	if err != nil {
		b.Fatal(err)
	}
	perRow(b, "column", n, func() { k.Labels(data.Codes{U32: codes}) })
	perRow(b, "values", n, func() {
		labels := make([]data.Value, n)
		for i := range labels {
			labels[i] = k.Label(codes[i])
		}
		data.FromValues("x", labels)
	})
}

// BenchmarkCalendar encodes parts of timestamps of a year, with the table of days and without it, and parts of
// the time of day.
func BenchmarkCalendar(b *testing.B) {
	const n = 1 << 22
	values, wide := make([]int64, n), make([]int64, n)
	for i := range values {
		values[i] = 1_600_000_000 + rand.Int64N(365*calendar.DaySeconds)
		wide[i] = values[i]*1e6 + rand.Int64N(1e6)
	}
	for name, c := range map[string]*data.Column{
		"seconds": data.NewInts("x", data.Timestamp, 0, values, nil), "microseconds": data.NewInts("x", data.Timestamp,
			6, wide, nil),
	} {
		for _, p := range []query.Part{query.Month, query.MonthName, query.TruncMonth, query.TruncDay, query.TruncHour,
			query.TruncMinute, query.Hour} {
			f := query.Field{Column: "x", Part: p}
			perRow(b, name+"/"+f.String(), n, func() { _, _ = part(context.Background(), c, f) })
		}
		f := query.Field{Column: "x", Part: query.TruncMonth}
		length := calendar.DaySeconds * int64(math.Pow10(c.Scale))
		of, label := ofDay(f)
		perRow(b, name+"/without the table", n, func() {
			_, _ = derive(context.Background(), c, f, func(v int64) int64 {
				return of(calendar.FloorDiv(v, length))
			}, label)
		})
	}
}
