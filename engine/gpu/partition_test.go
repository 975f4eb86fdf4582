package gpu

import (
	"context"
	"math/rand/v2"
	"testing"
)

// The room of partitions is guessed from every eighth stretch of rows. Here those hold other keys than the rest: most rows
// find no room, and must be aggregated all the same.
func TestRowsWithoutRoomInTheirPartition(t *testing.T) {
	c := sharedClient(t)
	a, err := c.Adapter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const rows, slots = 400_000, 4
	m := newMaker(110_000)
	codes := make([]uint32, rows)
	for i := range codes {
		codes[i] = rand.Uint32N(slots)
		if i/stretch%sampleOf != 0 {
			codes[i] = slots - 1 - uint32(i%2)
		}
	}
	u, v, w, ok := m.values(rows), m.values(rows), m.values(rows), m.bits(rows)
	narrow := m.column(m.codes(rows, 100))
	for name, aggregates := range map[string][]Aggregate{
		"one word":        {{Op: Count}, {Op: Count, Valid: ok}},
		"packed":          {{Op: Sum, Values: &narrow, Valid: ok}, {Op: Max, Values: &narrow}},
		"two words":       {{Op: Sum, Values: &u}, {Op: Min, Values: &u, Valid: ok}, {Op: Product, Values: &u}},
		"four words":      {{Op: Sum, Values: &u}, {Op: Sum, Values: &v, Valid: ok}, {Op: Max, Values: &w}},
		"two row numbers": {{Op: First}, {Op: Last, Valid: ok}},
	} {
		t.Run(name, func(t *testing.T) {
			r := Request{Rows: rows, Slots: slots, Keys: []Key{{m.column(codes), 1}}, Aggregates: aggregates}
			j := r.job()
			j.Tuning.Strategy = Partition
			j.widths = map[string]int{narrow.ID: 7}
			if l, can := layPartitions(passes(j, a)[0], j, a); !can || l.sample(rows) == 1 {
				t.Fatalf("%+v", l)
			}
			checkStrategies(t, c, r, Partition)
		})
	}
}

// What partitions of a sample can be given must hold whatever the sample finds, and a binding.
func TestRoomOfPartitions(t *testing.T) {
	for _, rows := range []int{1, 1000, 1 << 20, 60_000_000, 100_000_000} {
		for _, parts := range []int{1, 64, 245, 1024} {
			l := partitions{parts: parts, words: 2}
			s := l.sample(rows)
			room := l.records(rows)
			if s == 1 && room != int64(rows) {
				t.Errorf("%d rows counted one by one take room for %d", rows, room)
			}
			least := int64(0)
			for p := range parts { // as scan.wgsl, where all sampled rows are of few partitions
				c := ceil(rows, s) * (p%2 + 1) / (parts + parts/2)
				least += int64(s * (c + c/16 + sampleApart))
			}
			if s > 1 && (room < least || room > int64(rows)+int64(rows)/7) {
				t.Errorf("%d rows in %d partitions: room for %d, at least %d", rows, parts, room, least)
			}
		}
	}
	j := ofColumn(1_000_000, Sum)
	j.Rows = 1 << 31
	for _, a := range []Adapter{card, nocard} {
		p := passes(j, a)[0]
		l, _ := layPartitions(p, j, a)
		rows := recordRows(j, l.words, a)
		if bytes := l.records(rows) * int64(4*l.words); uint64(bytes) > a.MaxBindingBytes {
			t.Errorf("%s: %d rows take %d bytes of a binding of %d", a.Class, rows, bytes, a.MaxBindingBytes)
		}
	}
}
