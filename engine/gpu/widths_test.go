package gpu

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var widths = []int{1, 2, 4}

// Every kernel reads slots and values of every width, in any order of the columns, to a last quad that is not full.
func TestEveryKernelReadsEveryWidth(t *testing.T) {
	clients := []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 6400 })}
	for i, strategy := range strategies {
		for k, bytes := range widths {
			order := newMaker(uint64(10*i + k)).Perm(3)
			for n, composed := range []bool{false, true} {
				m := newMaker(uint64(540_000 + 100*i + 10*k + n))
				rows := []int{4097, 20_003, 1, 2, 3, 5}[m.IntN(2+4*n)]
				slots := []int{200, 3000, 70_000}[k]
				if strategy == Private {
					slots = 8
				}
				r := Request{Rows: rows, Slots: slots, Keys: []Key{{columnOf(bytes, m.name(), m.codes(rows, uint32(slots))), 1}}}
				if composed {
					r.Select = m.bits(rows)
				}
				a, b, c := m.valuesOf(widths[order[0]], rows), m.valuesOf(widths[order[1]], rows), m.valuesOf(widths[order[2]], rows)
				r.Aggregates = []Aggregate{{Op: Sum, Values: &a}, {Op: Min, Values: &b, Valid: m.bits(rows)}, {Op: Max, Values: &c}}
				checkStrategies(t, clients[(i+k)%2], r, strategy)
				if composed && strategy != Private && k == i%3 {
					r.Aggregates = []Aggregate{{Op: Product, Values: &a, With: &b}, {Op: Sum, Values: &c, Valid: m.bits(rows)}, {Op: Last}}
					checkStrategies(t, clients[(i+k)%2], r, strategy)
				}
			}
		}
	}
}

// The most that composed slots of a width can be is kept for rows that the filter drops.
func TestSlotsAtTheEdgeOfAWidth(t *testing.T) {
	c := sharedClient(t)
	const rows = 70_001
	for _, slots := range []int{254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537} {
		m := newMaker(uint64(550_000 + slots))
		low, high := make([]uint32, rows), make([]uint32, rows)
		for i := range low {
			slot := uint32(slots-1) - min(uint32(slots-1), m.Uint32N(3)*m.Uint32N(uint32(slots)))
			low[i], high[i] = slot%16, slot/16
		}
		r := Request{
			Rows: rows, Slots: slots, Keys: []Key{{m.column(low), 1}, {m.column(high), 16}}, Select: m.bits(rows),
			Aggregates: []Aggregate{{Op: Count}, {Op: First}, {Op: Last}},
		}
		checkStrategies(t, c, r, "", Workgroup, Partition, Ranks, Global)
		if got, want := r.job().slotKind().bytes(1), map[bool]int64{true: 1, false: 2}[slots < 256]; slots < 65_536 && got != want {
			t.Errorf("%d slots: %d bytes each, want %d", slots, got, want)
		}
	}
	// A slot that no group has must not become one by being packed.
	codes := columnOf(2, "far out", []uint32{0, 1, 2, 256, 257, 65_535})
	r := Request{Rows: 6, Keys: []Key{{codes, 1}, {codes, 0}}, Slots: 3, Aggregates: []Aggregate{{Op: Count}}}
	if got := mustRun(t, c, r).Values[0]; !slices.Equal(got, []uint64{1, 1, 1}) {
		t.Errorf("slots out of range: %v", got)
	}
}

// Ranks are as narrow as the groups that there are allow.
func TestSparseGroupsAtTheEdgeOfAWidth(t *testing.T) {
	clients := []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 20_032 })}
	const rows = 70_003
	for i, groups := range []int{1, 254, 255, 256, 65_535, 65_536, rows} {
		m := newMaker(uint64(560_000 + i))
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(i%groups) * 15_013
		}
		m.Shuffle(rows, func(i, k int) { codes[i], codes[k] = codes[k], codes[i] })
		r := Request{
			Form: Sparse, Slots: rows * 15_013, Rows: rows, Keys: []Key{{m.column(codes), 1}}, Aggregates: m.aggregates(rows),
		}
		checkGrouped(t, clients[i%2], r)
		r.Keys = []Key{{m.column(m.codes(rows, 30)), 200}, {m.column(m.codes(rows, 200)), 1}} // composed in two bytes
		r.Slots, r.Select = 6000, m.bits(rows)
		checkGrouped(t, clients[i%2], r)
	}
}

func TestHashedKeysOfEveryWidth(t *testing.T) {
	c := sharedClient(t)
	for i, rows := range []int{1, 3, 1001, 30_001} {
		for k, mapping := range mappings {
			m := newMaker(uint64(570_000 + 10*i + k))
			r := m.request(rows, 1, 0)
			r.Form, r.Tuning.Mapping, r.Keys = Hashed, mapping, nil
			for _, at := range m.Perm(4)[:1+m.IntN(4)] {
				bytes := []int{1, 2, 4, 1}[at]
				codes := m.codes(rows, 40)
				for i := range codes {
					codes[i] *= []uint32{6, 1500, 0x0FEDCBA9}[bytes/2]
				}
				r.Keys = append(r.Keys, Key{Codes: columnOf(bytes, m.name(), codes)})
			}
			checkGrouped(t, c, r)
		}
	}
}

// What is sent and what stays are the bytes of the codes, whatever way they come.
func TestBytesAreThoseOfTheWidths(t *testing.T) {
	const rows = 10_001
	bits := int64(rows+63) / 64 * 8
	for name, c := range map[string]*Client{
		"window": newTestClient(t), "pipe": newTestClient(t, func(c *Client) { c.narrow = true }),
		"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 640 }),
	} {
		m := newMaker(580_000)
		u, v, w, ok := m.valuesOf(1, rows), m.valuesOf(2, rows), m.valuesOf(4, rows), m.bits(rows)
		r := Request{
			Rows: rows, Slots: 200, Keys: []Key{{columnOf(1, "key", m.codes(rows, 200)), 1}},
			Aggregates: []Aggregate{{Op: Sum, Values: &u}, {Op: Sum, Values: &v, Valid: ok}, {Op: Max, Values: &w}},
		}
		want, _ := reference(r)
		res := mustRun(t, c, r)
		if sent := rows*(1+1+2+4) + bits; res.BytesUploaded != sent || res.DeviceBytes != sent || r.job().sourceBytes() != sent {
			t.Errorf("%s: %d bytes sent, %d kept, %d foreseen, want %d", name, res.BytesUploaded, res.DeviceBytes, r.job().sourceBytes(), sent)
		}
		if !slices.EqualFunc(res.Values, want, slices.Equal) {
			t.Errorf("%s: wrong", name)
		}
		if bytes, all := c.Resident([]string{"key", v.ID}); bytes != 3*rows || !all {
			t.Errorf("%s: %d bytes of two columns are resident, want %d", name, bytes, 3*rows)
		}
		before := res.DeviceBytes
		r.Keys = append(r.Keys, Key{columnOf(2, "second", m.codes(rows, 4)), 200})
		r.Slots = 800
		res = mustRun(t, c, r)
		if res.BytesUploaded != 2*rows || res.DeviceBytes-before != 2*rows+2*rows {
			t.Errorf("%s: %d bytes sent and %d kept for a second key and the slots, want %d and %d", name, res.BytesUploaded, res.DeviceBytes-before, 2*rows, 4*rows)
		}
		r.Keys[0].Codes = columnOf(4, "key", m.codes(rows, 200))
		if _, err := c.Run(context.Background(), r); err == nil || !strings.Contains(err.Error(), "8 bits a row on the device") {
			t.Errorf("%s: a column of another width: %v", name, err)
		}
	}
}

func TestCodesAreNotCopied(t *testing.T) {
	codes := make([]uint8, 101)
	raw, err := columnSource(NewColumn("codes", func() []uint8 { return codes }), len(codes)).load()
	if err != nil || len(raw) != len(codes) || &raw[0] != &codes[0] {
		t.Errorf("%d bytes elsewhere, %v", len(raw), err)
	}
}

// Columns of many pieces of the window, whose last quad and last word are not full.
func TestUploadsOfEveryWidthArriveWhole(t *testing.T) {
	for _, bytes := range widths[:2] {
		rows := 2*uploadPiece/bytes + 77
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(i) * 2654435761 >> 24
		}
		r := Request{
			Rows: rows, Slots: 256, Keys: []Key{{columnOf(bytes, fmt.Sprint("long ", bytes), codes), 1}}, Aggregates: []Aggregate{{Op: Count}, {Op: Last}},
		}
		want, _ := reference(r)
		for name, c := range map[string]*Client{
			"window": sharedClient(t), "pipe": newTestClient(t, func(c *Client) { c.narrow = true }),
			"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 3_000_000 }),
		} {
			if res := mustRun(t, c, r); !slices.EqualFunc(res.Values, want, slices.Equal) || res.BytesUploaded != int64(rows*bytes) {
				t.Errorf("%d bytes a code, %s: wrong, or %d bytes sent", bytes, name, res.BytesUploaded)
			}
		}
	}
}

// Tiles of every width: the columns of a tile take the buffers of the one before the last, and the last tile is short.
func TestStreamingEveryWidth(t *testing.T) {
	const rows = 200_003
	for i, bytes := range widths {
		m := newMaker(uint64(590_000 + i))
		u, v := m.valuesOf(widths[(i+1)%3], rows), m.valuesOf(widths[(i+2)%3], rows)
		r := Request{
			Rows: rows, Slots: 250, Keys: []Key{{columnOf(bytes, "key", m.codes(rows, 250)), 1}},
			Aggregates: []Aggregate{{Op: Sum, Values: &u, Valid: m.bits(rows)}, {Op: Max, Values: &v}, {Op: Last}},
		}
		if i == 1 {
			r.Select = m.bits(rows) // composed in one byte
		}
		sent := r.job().sourceBytes()
		for _, strategy := range []string{"", Partition} {
			c := newTestClient(t, func(c *Client) { c.limits.Budget = r.DeviceBytes() / 9 })
			checkStrategies(t, c, r, strategy)
			if res := mustRun(t, c, r); res.Tiles < 9 || res.BytesUploaded != sent {
				t.Errorf("%d bytes a code: %d tiles, %d bytes sent, want %d", bytes, res.Tiles, res.BytesUploaded, sent)
			}
		}
	}
}

// Widths of one and two bytes say enough to pack records; only wider columns are looked at.
func TestWidthsSayEnough(t *testing.T) {
	d := openTestDevice(t)
	const rows, slots = 1 << 20, 50_000
	m := newMaker(600_000)
	inOrder := make([]uint32, rows)
	for i := range inOrder {
		inOrder[i] = uint32(i * slots / rows)
	}
	for _, bytes := range widths {
		value := columnOf(bytes, m.name(), m.codes(rows, 100))
		key := columnOf(max(2, bytes), m.name(), inOrder)
		r := Request{Rows: rows, Slots: slots, Keys: []Key{{key, 1}}, Aggregates: []Aggregate{{Op: Sum, Values: &value}}}
		if _, _, err := d.local(r); err != nil {
			t.Fatal(err)
		}
		if e, _ := d.resident.touch(value.ID); (e.width > 0) != (bytes == 4) {
			t.Errorf("%d bytes a code: found to have %d bits", bytes, e.width)
		}
		if e, _ := d.resident.touch(key.ID); e.run < 20 || e.run > 22 {
			t.Errorf("%d bytes a slot: runs of %.2f rows, want 21", key.Bytes, e.run)
		}
	}
	j := ofColumn(1_000_000, Sum)
	j.widths, j.Bytes = nil, map[string]int{"v": 2}
	if l, ok := layPartitions(passes(j, card)[0], j, card); !ok || l.words != 1 {
		t.Errorf("two bytes a value: %+v", l)
	}
}

// What a walk costs is the bytes that it reads.
func TestBytesARow(t *testing.T) {
	j := &job{
		Rows: 1000, Slots: 100, Keys: []jobKey{{"k", 1}}, Bytes: map[string]int{"k": 1, "v": 2},
		Aggregates: []jobAggregate{{Op: Sum, Values: "v", Valid: "ok"}, {Op: Max, Values: "w"}, {Op: Last}},
	}
	p := pass{}
	for i, a := range j.Aggregates {
		p, _ = p.with(i, a)
	}
	if got, want := p.bytesARow(j), 1+2+4+1.0/8; got != want {
		t.Errorf("%.3f bytes a row, want %.3f", got, want)
	}
	for slots, want := range map[int]float64{255: 1, 256: 2, math.MaxUint16: 2, math.MaxUint16 + 1: 4} {
		j.Slots, j.Select = slots, "s"
		if got := (pass{}).bytesARow(j); got != want {
			t.Errorf("%d composed slots take %.0f bytes, want %.0f", slots, got, want)
		}
	}
}
