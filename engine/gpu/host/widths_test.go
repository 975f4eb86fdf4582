package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

var widths = []int{1, 2, 4}

// Every kernel reads slots and values of every width, in any order of the columns, to a last quad that is not full.
func TestEveryKernelReadsEveryWidth(t *testing.T) {
	clients := []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 6400 })}
	for i, strategy := range plan.KernelNames() {
		for k, bytes := range widths {
			order := gputest.New(uint64(10*i + k)).Perm(3)
			for n, composed := range []bool{false, true} {
				m := gputest.New(uint64(540_000 + 100*i + 10*k + n))
				rows := []int{4097, 20_003, 1, 2, 3, 5}[m.IntN(2+4*n)]
				slots := []int{200, 3000, 70_000}[k]
				if strategy == plan.Private.Name {
					slots = 8
				}
				r := gpu.Request{Rows: rows, Slots: slots,
					Keys: []gpu.Key{{Codes: gputest.ColumnOf(bytes, m.Name(), m.Codes(rows, uint32(slots))),
						Stride: 1}}}
				if composed {
					r.Select = m.Bits(rows)
				}
				a, b, c := m.ValuesOf(widths[order[0]], rows), m.ValuesOf(widths[order[1]], rows),
					m.ValuesOf(widths[order[2]], rows)
				r.Aggregates = []gpu.Aggregate{{Op: gpu.Sum, Values: &a},
					{Op: gpu.Min, Values: &b, Valid: m.Bits(rows)}, {Op: gpu.Max, Values: &c}}
				checkStrategies(t, clients[(i+k)%2], r, strategy)
				if composed && strategy != plan.Private.Name && k == i%3 {
					r.Aggregates = []gpu.Aggregate{{Op: gpu.Product, Values: &a, With: &b},
						{Op: gpu.Sum, Values: &c, Valid: m.Bits(rows)}, {Op: gpu.Last}}
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
		m := gputest.New(uint64(550_000 + slots))
		low, high := make([]uint32, rows), make([]uint32, rows)
		for i := range low {
			slot := uint32(slots-1) - min(uint32(slots-1), m.Uint32N(3)*m.Uint32N(uint32(slots)))
			low[i], high[i] = slot%16, slot/16
		}
		r := gpu.Request{
			Rows: rows, Slots: slots, Keys: []gpu.Key{{Codes: m.Column(low), Stride: 1},
				{Codes: m.Column(high), Stride: 16}}, Select: m.Bits(rows),
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.First}, {Op: gpu.Last}},
		}
		checkStrategies(t, c, r, "", plan.Workgroup.Name, plan.Partition.Name, plan.Ranks.Name, plan.Global.Name)
		if got, want := plan.JobOf(&r).SlotKind().Bytes(1),
			map[bool]int64{true: 1, false: 2}[slots < 256]; slots < 65_536 && got != want {
			t.Errorf("%d slots: %d bytes each, want %d", slots, got, want)
		}
	}
	// A slot that no group has must not become one by being packed.
	codes := gputest.ColumnOf(2, "far out", []uint32{0, 1, 2, 256, 257, 65_535})
	r := gpu.Request{Rows: 6, Keys: []gpu.Key{{Codes: codes, Stride: 1}, {Codes: codes, Stride: 0}}, Slots: 3,
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	if got := mustRun(t, c, r).Values[0]; !slices.Equal(got, []uint64{1, 1, 1}) {
		t.Errorf("slots out of range: %v", got)
	}
}

// Ranks are as narrow as the groups that there are allow.
func TestSparseGroupsAtTheEdgeOfAWidth(t *testing.T) {
	clients := []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 20_032 })}
	const rows = 70_003
	for i, groups := range []int{1, 254, 255, 256, 65_535, 65_536, rows} {
		m := gputest.New(uint64(560_000 + i))
		apart := 601
		if groups == rows {
			apart = 15_013 // nearly as many slots as there may be, a bit of each of which is looked at
		}
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(i % groups * apart)
		}
		m.Shuffle(rows, func(i, k int) { codes[i], codes[k] = codes[k], codes[i] })
		r := gpu.Request{
			Form: gpu.Sparse, Slots: rows * apart, Rows: rows, Keys: []gpu.Key{{Codes: m.Column(codes), Stride: 1}},
			Aggregates: m.Aggregates(rows),
		}
		checkGrouped(t, clients[i%2], r)
		// composed in two bytes
		r.Keys = []gpu.Key{{Codes: m.Column(m.Codes(rows, 30)), Stride: 200},
			{Codes: m.Column(m.Codes(rows, 200)), Stride: 1}}
		r.Slots, r.Select = 6000, m.Bits(rows)
		checkGrouped(t, clients[i%2], r)
	}
}

func TestHashedKeysOfEveryWidth(t *testing.T) {
	c := sharedClient(t)
	for i, rows := range []int{1, 3, 1001, 30_001} {
		for k, mapping := range plan.MappingNames() {
			m := gputest.New(uint64(570_000 + 10*i + k))
			r := m.Request(rows, 1, 0)
			r.Form, r.Tuning.Mapping, r.Keys = gpu.Hashed, mapping, nil
			for _, at := range m.Perm(4)[:1+m.IntN(4)] {
				bytes := []int{1, 2, 4, 1}[at]
				codes := m.Codes(rows, 40)
				for i := range codes {
					codes[i] *= []uint32{6, 1500, 0x0FEDCBA9}[bytes/2]
				}
				r.Keys = append(r.Keys, gpu.Key{Codes: gputest.ColumnOf(bytes, m.Name(), codes)})
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
		"memory": newTestClient(t), "window": newTestClient(t, func(c *Client) { c.route = byWindow }),
		"pipe":   newTestClient(t, func(c *Client) { c.route = byPipe }),
		"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 640 }),
	} {
		m := gputest.New(580_000)
		u, v, w, ok := m.ValuesOf(1, rows), m.ValuesOf(2, rows), m.ValuesOf(4, rows), m.Bits(rows)
		r := gpu.Request{
			Rows: rows, Slots: 200, Keys: []gpu.Key{{Codes: gputest.ColumnOf(1, "key", m.Codes(rows, 200)), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &u}, {Op: gpu.Sum, Values: &v, Valid: ok},
				{Op: gpu.Max, Values: &w}},
		}
		want, _ := reference.Answer(r)
		res := mustRun(t, c, r)
		if sent := rows*(1+1+2+4) + bits; res.BytesUploaded != sent || res.DeviceBytes != sent ||
			plan.JobOf(&r).SourceBytes() != sent {
			t.Errorf("%s: %d bytes sent, %d kept, %d foreseen, want %d", name, res.BytesUploaded, res.DeviceBytes,
				plan.JobOf(&r).SourceBytes(), sent)
		}
		if !slices.EqualFunc(res.Values, want, slices.Equal) {
			t.Errorf("%s: wrong", name)
		}
		if n, bytes := c.Resident([]string{"key", v.ID}); int(bytes) != 3*rows || n != 2 {
			t.Errorf("%s: %d bytes of two columns are resident, want %d", name, bytes, 3*rows)
		}
		before := res.DeviceBytes
		r.Keys = append(r.Keys, gpu.Key{Codes: gputest.ColumnOf(2, "second", m.Codes(rows, 4)), Stride: 200})
		r.Slots = 800
		res = mustRun(t, c, r)
		if res.BytesUploaded != 2*rows || res.DeviceBytes-before != 2*rows+2*rows {
			t.Errorf("%s: %d bytes sent and %d kept for a second key and the slots, want %d and %d", name,
				res.BytesUploaded, res.DeviceBytes-before, 2*rows, 4*rows)
		}
		r.Keys[0].Codes = gputest.ColumnOf(4, "key", m.Codes(rows, 200))
		if _, err := c.Run(context.Background(), r); err == nil ||
			!strings.Contains(err.Error(), "8 bits a row on the device") {
			t.Errorf("%s: a column of another width: %v", name, err)
		}
	}
}

// Columns of many pieces, whose last quad and last word are not full.
func TestUploadsOfEveryWidthArriveWhole(t *testing.T) {
	clients := map[string]*Client{
		"memory": sharedClient(t), "window": newTestClient(t, func(c *Client) { c.route = byWindow }),
		"pipe":   newTestClient(t, func(c *Client) { c.route = byPipe }),
		"chunks": newTestClient(t, func(c *Client) { c.limits.ChunkRows = 3_000_000 }),
	}
	for _, bytes := range widths[:2] {
		rows := 2*wire.UploadPiece/bytes + 77
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(i) * 2654435761 >> 24
		}
		r := gpu.Request{
			Rows: rows, Slots: 256, Keys: []gpu.Key{{Codes: gputest.ColumnOf(bytes, fmt.Sprint("long ", bytes), codes),
				Stride: 1}}, Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Last}},
		}
		want, _ := reference.Answer(r)
		for name, c := range clients {
			if res := mustRun(t, c, r); !slices.EqualFunc(res.Values, want, slices.Equal) ||
				res.BytesUploaded != int64(rows*bytes) {
				t.Errorf("%d bytes a code, %s: wrong, or %d bytes sent", bytes, name, res.BytesUploaded)
			}
		}
	}
}

// Tiles of every width: the columns of a tile take the buffers of the one before the last, and the last tile is short.
func TestStreamingEveryWidth(t *testing.T) {
	const rows = 200_003
	for i, bytes := range widths {
		m := gputest.New(uint64(590_000 + i))
		u, v := m.ValuesOf(widths[(i+1)%3], rows), m.ValuesOf(widths[(i+2)%3], rows)
		r := gpu.Request{
			Rows: rows, Slots: 250, Keys: []gpu.Key{{Codes: gputest.ColumnOf(bytes, "key", m.Codes(rows, 250)),
				Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &u, Valid: m.Bits(rows)}, {Op: gpu.Max, Values: &v},
				{Op: gpu.Last}},
		}
		if i == 1 {
			r.Select = m.Bits(rows) // composed in one byte
		}
		sent := plan.JobOf(&r).SourceBytes()
		c := newTestClient(t, func(c *Client) { c.limits.Budget = plan.DeviceBytes(&r) / 9 })
		for _, strategy := range []string{"", plan.Partition.Name} {
			checkStrategies(t, c, r, strategy)
			if res := mustRun(t, c, r); res.Tiles < 9 || res.BytesUploaded != sent {
				t.Errorf("%d bytes a code: %d tiles, %d bytes sent, want %d", bytes, res.Tiles, res.BytesUploaded, sent)
			}
		}
	}
}
