package outofcore

import (
	"context"
	"sync"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/system"
)

// gathered is the rows of a tile, ordered by partition. Partition p has the rows from start[p] up to, but not
// including, start[p+1].
type gathered struct {
	numbers []uint32 // the rows' numbers in the table, counted from 1
	columns [][]byte // in the order of execution.fields
	start   []int
}

// field is a column or bitmap whose values are copied with the rows into their partitions. There, a bit of a bitmap
// takes a byte.
type field struct {
	bytes  int
	gather func(to []byte, rows []uint32)
}

// fields returns the columns and bitmaps that the request reads, and sets e.places, the index of each by its ID.
func (e *execution) fields() (list []field) {
	e.places = map[string]int{}
	add := func(id string, f field) {
		if _, known := e.places[id]; !known {
			e.places[id] = len(list)
			list = append(list, f)
		}
	}
	e.row.Replace(func(c gpu.Column) *gpu.Column {
		switch c.ID {
		case numbersID:
		case slotsID:
			add(c.ID, field{4, e.gatherSlots()})
		default:
			add(c.ID, field{c.Bytes, c.Gather()})
		}
		return &c
	}, func(b gpu.Bits) *gpu.Bits {
		add(b.ID, field{1, b.Gather()})
		return &b
	})
	return list
}

// slotsID names the column of the rows' slots, which the cores compute. numbersID names the column of the row numbers.
const slotsID, numbersID = "\x00slots of rows", "\x00numbers of rows"

// rowRequest returns the request that groups a partition, but over all rows of the table. Its keys are hashed. First
// and Last become the minimum and the maximum of a column of row numbers. The columns of slots and of row numbers are
// empty until the method request replaces them.
func (e *execution) rowRequest() gpu.Request {
	none := func() []uint32 { return nil }
	r := e.r
	r.Form, r.Select, r.Slots, r.Next, r.Transient = gpu.Hashed, nil, 0, nil, true
	if e.r.Form != gpu.Hashed {
		r.Keys = []gpu.Key{{Codes: gpu.NewColumn(slotsID, none)}}
	}
	numbers := gpu.NewColumn(numbersID, none)
	r.Aggregates = make([]gpu.Aggregate, len(e.r.Aggregates))
	for i, a := range e.r.Aggregates {
		switch a.Op {
		case gpu.Count:
			a.Values, a.With = nil, nil
		case gpu.First:
			a = gpu.Aggregate{Op: gpu.Min, Values: &numbers, Valid: a.Valid}
		case gpu.Last:
			a = gpu.Aggregate{Op: gpu.Max, Values: &numbers, Valid: a.Valid}
		case gpu.Sum, gpu.Min, gpu.Max:
			a.With = nil
		}
		r.Aggregates[i] = a
	}
	return r
}

// gatherSlots returns a function that writes the slots of the given rows.
func (e *execution) gatherSlots() func(to []byte, rows []uint32) {
	adds := each.Of(e.r.Keys, func(k gpu.Key) func(to []uint32, rows []uint32) { return k.Codes.AddTimes(k.Stride) })
	return func(to []byte, rows []uint32) {
		slots := gpu.AsWords(to)
		clear(slots)
		for _, add := range adds {
			add(slots, rows)
		}
	}
}

// partitionTiles lists, on the device, the rows of each tile by partition. While the device lists the rows of one tile,
// the cores gather the columns of the previous tile.
func (e *execution) partitionTiles(ctx context.Context, fields []field) ([]*gathered, error) {
	tiles := make([]*gathered, e.split.Tiles)
	var gathering sync.WaitGroup
	var fault error // the error of gathering
	defer gathering.Wait()
	next := e.partitionTile(0, min(e.split.tile, e.r.Rows), e.split.Partitions)
	err := e.eachTile(func(first, rows int, last bool) error {
		now := next
		if !last {
			next = e.partitionTile(first+rows, min(rows, e.r.Rows-first-rows), e.split.Partitions)
			now.Next = &next
		}
		res, err := e.run(ctx, now)
		if err != nil {
			return err
		}
		if gathering.Wait(); fault != nil {
			return fault
		}
		gathering.Go(func() {
			clock := system.Now()
			defer e.stageSince("gather", clock)
			fault = parallel.Guard(func() error {
				tiles[first/e.split.tile] = gather(fields, &res, first)
				return nil
			})
		})
		return nil
	})
	gathering.Wait()
	if err == nil {
		err = fault
	}
	return tiles, err
}

// partitionTile returns the request that finds the partitions of `rows` rows, starting with first, a multiple of 64.
func (e *execution) partitionTile(first, rows, partitions int) gpu.Request {
	t := e.tile(first, rows)
	t.Form, t.Slots, t.Aggregates = gpu.Partitioned, partitions, []gpu.Aggregate{{Op: gpu.Count}}
	return t
}

// gather copies the columns of a tile's rows, ordered by partition. first is the number of the tile's first row.
func gather(fields []field, res *gpu.Result, first int) *gathered {
	n := len(res.Groups)
	g := &gathered{numbers: res.Groups, columns: make([][]byte, len(fields)), start: make([]int, 1+len(res.Values[0]))}
	for p, end := range res.Values[0] {
		g.start[p+1] = int(end)
	}
	for i, f := range fields {
		g.columns[i] = memory.Uninitialized[byte](n * f.bytes)
	}
	inBlocks(n, func(_, lo, hi int) {
		numbers := g.numbers[lo:hi]
		rows := make([]uint32, len(numbers))
		for i, number := range numbers {
			numbers[i] = uint32(first) + number
			rows[i] = numbers[i] - 1
		}
		for i, f := range fields {
			f.gather(g.columns[i][lo*f.bytes:hi*f.bytes], rows)
		}
	})
	return g
}

// parts is ranges of rows of several tiles.
type parts []span[gathered]

func (p parts) len() int { return length(p) }

// cut returns n rows, starting at index from.
func (p parts) cut(from, n int) parts { return cut(p, from, n) }

// numbers returns the numbers of the rows in the table, counted from 1.
func (p parts) numbers() []uint32 { return p.appendNumbers(make([]uint32, 0, p.len())) }

func (p parts) appendNumbers(to []uint32) []uint32 {
	for _, at := range p {
		to = append(to, at.of.numbers[at.lo:at.hi]...)
	}
	return to
}

// column returns the bytes of field i.
func (p parts) column(i, bytes int) []byte {
	out := memory.Uninitialized[byte](p.len() * bytes)
	to := out
	for _, at := range p {
		to = to[copy(to, at.of.columns[i][at.lo*bytes:at.hi*bytes]):]
	}
	return out
}

// bits returns field i as a bitmap.
func (p parts) bits(i int) []uint64 {
	out := make([]uint64, plan.Ceil(p.len(), 64))
	n := 0
	for _, at := range p {
		for _, bit := range at.of.columns[i][at.lo:at.hi] {
			out[n/64] |= uint64(bit) << (n % 64)
			n++
		}
	}
	return out
}

// request returns the request that groups the given rows of partitions. Each column is assembled once, when it is first
// loaded.
func (e *execution) request(rows parts) gpu.Request {
	name := uniqueIDs("partition")
	r := e.row
	r.Rows = rows.len()
	r.Expected = e.expectedGroups(r.Rows)
	r = r.Replace(func(c gpu.Column) *gpu.Column {
		id, at := name(c.ID), e.places[c.ID]
		if c.ID == numbersID {
			c = gpu.NewColumn(id, rows.numbers)
		} else {
			c = c.Of(id, func() []byte { return rows.column(at, c.Bytes) })
		}
		return &c
	}, func(b gpu.Bits) *gpu.Bits {
		at := e.places[b.ID]
		return &gpu.Bits{ID: name(b.ID), Load: func() []uint64 { return rows.bits(at) }}
	})
	return r.Cached()
}

// expectedGroups returns the expected number of groups of `rows` rows of partitions. It assumes as many groups per row
// as in the partitions that are done.
func (e *execution) expectedGroups(rows int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	groups, of := e.groups, e.r.Rows
	if e.grouped > 0 {
		groups, of = 0, e.grouped
		for _, s := range e.shares {
			groups += len(s.names)
		}
	}
	return min(rows, 1+int(float64(groups)*float64(rows)/float64(of)))
}

// share returns the groups, with names, that the device found for a request over rows of partitions.
func (e *execution) share(rows parts, r *gpu.Request, res *gpu.Result) share {
	s := share{make([]uint32, len(res.Groups)), res.Values, res.High}
	var name func(row uint32) uint32
	if e.r.Form != gpu.Hashed {
		code := r.Keys[0].Codes.Reader()
		name = func(row uint32) uint32 { return code(int(row)) }
	} else {
		numbers := rows.numbers()
		name = func(row uint32) uint32 { return numbers[row] - 1 }
	}
	inBlocks(len(s.names), func(_, lo, hi int) {
		for g := lo; g < hi; g++ {
			s.names[g] = name(res.Groups[g])
		}
	})
	e.numberRows(s)
	return s
}

// numberRows turns the minimum and the maximum of row numbers into the figures of First and Last.
func (e *execution) numberRows(s share) {
	for i, a := range e.r.Aggregates {
		if a.Op == gpu.First || a.Op == gpu.Last {
			toRowNumbers(a.Op, s.values[i])
		}
	}
}
