package gpu

import (
	"math/bits"

	"cardinal/shaders"
)

// sorting is the layout of rows that are sorted by slot.
//
// Source: SEEDS E7, a radix sort by key (Merrill and Grimshaw), then the reduction of runs. Changed from it: the most significant
// digit goes first. A sort that begins with the least needs as many passes over the rows as there are digits, each of them
// stable, and ranks that keep the order of rows are dear without subgroups; by the most significant first, rows need no order
// within a partition. Two digits, of up to 11 bits each, are sorted by through memory; after them, a partition has so few rows
// that the last digit is sorted by within workgroup memory, where the runs are added up. So each row is written twice,
// however many slots there are.
type sorting struct {
	coarse      partitions // by the first digit
	fine        partitions // by the second; its parts are those within one of the first
	parts       int        // of the second level, in all
	counters    int        // slots of one of them, at most
	invocations int        // of a workgroup that sorts, each with four records
	staged      int        // words of a record that it keeps in workgroup memory
}

// fewest is how small a workgroup that sorts may be: a team of sort.wgsl.
const fewest = 32

// longRun is LONG of sort.wgsl.
const longRun = 256

// sortable says whether rows can be sorted: their slots fit the records, and the device binds as many buffers as scatter does.
func sortable(j *job, a Adapter) bool {
	return j.Slots <= partSlots && a.StorageBuffers >= scatterBinds
}

// laySort chooses the digits of a pass that can be sorted: the last as large as workgroup memory has counters for, but no larger
// than that seven eighths of a tile hold the rows of a partition, were all as full.
func laySort(p pass, j *job, a Adapter) sorting {
	rows := recordRows(j, p.recordWords(), a)
	counters := 1 << (bits.Len(uint(largestStorage(a)/16)) - 1)
	last := func(shift int) sorting {
		s := sorting{counters: counters, parts: ceil(j.Slots, 1<<shift)}
		s.fine = partitions{shift: shift, spans: 1, words: p.recordWords()}.packed(p, j)
		s.staged = s.fine.sorted(p)
		s.invocations = s.sorters(a, j.tuning(Sort))
		return s
	}
	shift := bits.Len(uint(counters)) - 1
	for shift > 0 && rows/last(shift).parts > 4*last(shift).invocations/8*7 {
		shift--
	}
	for ; ; shift++ { // the largest has digits for 28 bits
		if s, ok := last(shift).digits(p, j, a); ok {
			return s
		}
	}
}

// digits splits what the last digit leaves of a slot in two at the least price.
func (s sorting) digits(p pass, j *job, a Adapter) (best sorting, ok bool) {
	least := 0.0
	for shift := s.fine.shift; shift < 29; shift++ {
		s.coarse = partitions{shift: shift, parts: ceil(j.Slots, 1<<shift), spans: 1, words: p.recordWords(), exact: true}.packed(p, j)
		s.fine.parts = 1 << (shift - s.fine.shift)
		if s.fine.parts > mostParts(a) || ok && s.coarse.parts < fewParts {
			break
		}
		if s.coarse.parts > mostParts(a) {
			continue
		}
		if price := s.price(p, a); !ok || price < least {
			best, least, ok = s, price, true
		}
	}
	return best, ok
}

// sorted is the words of a record that is sorted in workgroup memory: its values, and its bits where it has any.
func (l partitions) sorted(p pass) int {
	if l.value > 0 {
		return 1
	}
	return [...]int{0, 1, 3, 3}[len(p.columns)] + min(1, len(p.bitmaps))
}

// sorters is the size of a workgroup that sorts: the usual one, or the largest that workgroup memory has room for.
func (s sorting) sorters(a Adapter, t Tuning) int {
	n := max(fewest, int(width(cellsWidth(a), a, t)))
	for n > fewest && s.bytes(n) > largestStorage(a) {
		n /= 2
	}
	return n
}

// bytes is the workgroup memory that so many invocations sort in.
func (s sorting) bytes(invocations int) int {
	records := 4 * invocations
	return 4*(s.counters+1) + 8*invocations + 4*records*s.staged + 16*max(1, records/longRun) + 32
}

// tables is the bytes of the counters of both levels; those of the second begin where a binding may.
func (s sorting) tables() int64 { return s.second() + int64(4*s.parts+4) }

func (s sorting) second() int64 { return int64(ceil(4*s.coarse.parts+4, bindingAlign)) * bindingAlign }

// sort adds the dispatches that sort the rows of a piece and add up the runs of equal slots. b binds the columns and the totals
// of the pass.
func (c *commands) sort(j *job, p pass, params rowParams, b bound, t Tuning) {
	a := c.d.info
	s := laySort(p, j, a)
	coarse, fine := s.coarse, s.fine
	first := func(b *scratch) span { return span{buffer: b.held, size: uint64(4*coarse.parts + 4)} }
	second := func(b *scratch) span {
		return span{buffer: b.held, offset: uint64(s.second()), size: uint64(4*s.parts + 4)}
	}
	in := func(l partitions) shaders.Constants {
		return shaders.Constants{"WIDTH": uint32(l.words), "SHIFT": uint32(l.value), "BITMAPS": uint32(len(p.bitmaps))}
	}

	params.parts, params.shift, params.finer = coarse.parts, coarse.shift, fine.shift
	c.scatter(p, coarse, params, b, first(&c.d.counts), first(&c.d.starts))

	w := layScatter(fine, a)
	tile := 4 * w.invocations
	records := bound{recordBinding[coarse.words].aggregate: whole(c.d.records.held), 4: first(&c.d.starts), 5: first(&c.d.tiles), 8: second(&c.d.counts)}
	c.scan(first(&c.d.starts), first(&c.d.tiles), coarse.parts, tilesOf(tile))
	c.clear(second(&c.d.counts))
	params.copies = min(8, 1<<(bits.Len(uint(maxParts/fine.parts))-1))
	grid := tileGrid(params.rows, tile, coarse.parts, a, Tuning{})
	walk := join(in(coarse), shaders.Constants{"INVOCATIONS": uint32(w.invocations), "TILE": uint32(tile)})
	c.dispatch(shaders.Digits, join(walk, shaders.Constants{"CELLS": maxParts}), params.words(), grid, 1, records)
	c.scan(second(&c.d.counts), second(&c.d.starts), s.parts, room(1))
	c.copy(second(&c.d.starts), second(&c.d.counts))
	c.dispatch(shaders.Refine, join(walk, shaders.Constants{
		"DIGITS": uint32(w.parts), "EACH": uint32(ceil(w.parts, w.invocations)), "OUT": uint32(fine.words), "PACKED": uint32(fine.value),
		"TILE1": uint32(w.tile(2, fine)), "TILE2": uint32(w.tile(4, fine)),
	}), params.words(), grid, 1, join2(records, bound{recordBinding[fine.words].scatter: whole(c.d.sorted.held)}))

	tile = 4 * s.invocations
	params.parts, params.shift = s.parts, fine.shift
	c.scan(second(&c.d.starts), second(&c.d.tiles), s.parts, tilesOf(tile))
	room := func(has bool) uint32 {
		if has {
			return uint32(tile)
		}
		return 1
	}
	c.dispatch(shaders.Sort, join(in(fine), p.measureConstants(), shaders.Constants{
		"INVOCATIONS": uint32(s.invocations), "TILE": uint32(tile), "SLOTS": uint32(s.counters + 1), "LONGS": uint32(max(1, tile/longRun)),
		"TAGS": room(fine.value > 0 || len(p.bitmaps) > 0), "TILE1": room(fine.words > 1), "TILE2": room(fine.words > 2),
	}), params.words(), tileGrid(params.rows, tile, s.parts, a, t), 1,
		bound{recordBinding[fine.words].aggregate: whole(c.d.sorted.held), 4: second(&c.d.starts), 5: second(&c.d.tiles), 8: b[8]})
}

// tileGrid is how many workgroups share the tiles of so many rows in so many partitions: the smaller ones are, the more of them
// fill the device. On llvmpipe none may have many tiles: it ends all loops of an invocation, silently, after 65,535 rounds
// together.
func tileGrid(rows, tile, parts int, a Adapter, t Tuning) uint32 {
	grid := rowGrid(rows, tile, a, t)
	if t.Groups == 0 {
		grid *= uint32(max(1, 4096/tile))
	}
	if a.Class == Software {
		tiles := min(rows, ceil(rows, tile)+parts)
		grid = max(grid, uint32(min(ceil(tiles, softwareTiles), maxGroups)))
	}
	return grid
}

// softwareTiles are the tiles of a workgroup on llvmpipe: in the worst one, an invocation has a round for each of four runs of
// 256 records and each of six measures.
const softwareTiles = 8
