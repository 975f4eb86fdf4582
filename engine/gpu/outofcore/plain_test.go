package outofcore

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/reference"
)

// plainly answers a Hashed or Partitioned request in plain Go. Groups stand in the order of their first rows.
func plainly(r *gpu.Request) gpu.Result {
	var keys [][]uint32
	for _, k := range r.Keys {
		keys = append(keys, k.Codes.Values())
	}
	ids, slots := map[[4]uint32]uint32{}, make([]uint32, r.Rows)
	var res gpu.Result
	for row := range r.Rows {
		var key [4]uint32
		for k := range keys {
			key[k] = keys[k][row]
		}
		if !reference.Has(r.Select, row) {
			continue
		}
		if _, known := ids[key]; !known {
			ids[key] = uint32(len(ids))
			res.Groups = append(res.Groups, uint32(row))
		}
		slots[row] = ids[key]
	}
	if r.Form == gpu.Partitioned {
		return partitionedPlainly(r)
	}
	dense := *r
	dense.Form, dense.Slots = gpu.Dense, len(ids)
	dense.Keys = []gpu.Key{{Codes: gpu.NewColumn("groups", func() []uint32 { return slots }), Stride: 1}}
	if len(ids) == 0 {
		return r.Empty()
	}
	res.Values, res.High = reference.Answer(dense)
	return res
}

func partitionedPlainly(r *gpu.Request) (res gpu.Result) {
	ends := make([]uint64, r.Slots)
	for p := range r.Slots {
		for row := range r.Rows {
			key := uint32(0) // which tiles agree on
			for _, k := range r.Keys {
				key = key*31 + k.Codes.Values()[row]
			}
			if int(key)%r.Slots == p && reference.Has(r.Select, row) {
				res.Groups = append(res.Groups, uint32(row)+1)
			}
		}
		ends[p] = uint64(len(res.Groups))
	}
	res.Values, res.High = [][]uint64{ends}, [][]uint64{nil}
	return res
}

// Rows beyond the memory of a device give what they give in plain Go, whoever is faster, the device or the
// cores, and whatever partitions get.
func TestByRows(t *testing.T) {
	const rows = 1_500
	for f, form := range []gpu.Form{gpu.Sparse, gpu.Hashed} {
		for s, shape := range []string{"unique", "hot", "skewed", "sorted"} {
			for _, delay := range []time.Duration{0, 3 * time.Millisecond} {
				t.Run(fmt.Sprint(form, shape, delay), func(t *testing.T) {
					m := gputest.New(uint64(230_000 + 10*f + s))
					r := m.RequestOf(form, shape, rows)
					var loads atomic.Int64
					device := func(_ context.Context, r gpu.Request) (gpu.Result, error) {
						if r.Form == gpu.Hashed {
							loads.Add(1)
							time.Sleep(delay)
						}
						return plainly(&r), nil
					}
					split := Split{Tiles: 4, Partitions: 12, Room: 200, tile: 384, byRows: true}
					res, err := Answer(t.Context(), device, r, split)
					if err != nil {
						t.Fatal(err)
					}
					check(t, &r, &res)
					if res.Loads != int(loads.Load()) || res.Loads == 0 || res.Partitions < 2 ||
						res.OnCores >= res.Partitions {
						t.Errorf("%d partitions, %d on the cores, %d loads of %d", res.Partitions, res.OnCores,
							res.Loads, loads.Load())
					}
				})
			}
		}
	}
}

// check holds a result to plain Go.
func check(t *testing.T, r *gpu.Request, res *gpu.Result) {
	t.Helper()
	want := plainly(r)
	if len(res.Groups) != len(want.Groups) {
		t.Fatalf("%d groups, want %d", len(res.Groups), len(want.Groups))
	}
	e := newExecution(nil, *r, Split{})
	name := func(group uint32) (key [4]uint32) {
		for k, codes := range e.keysOf([]uint32{group}) {
			key[k] = codes[0]
		}
		return key
	}
	at := map[[4]uint32]int{}
	for g, row := range want.Groups {
		if r.Form == gpu.Sparse {
			row = e.slotsOf([]uint32{row})[0]
		}
		at[name(row)] = g
	}
	for g, group := range res.Groups {
		w, known := at[name(group)]
		for i, a := range r.Aggregates {
			if !known || res.Values[i][g] != want.Values[i][w] || res.High[i] != nil &&
				res.High[i][g] != want.High[i][w] {
				t.Fatalf("group %v, known %v: wrong %s", name(group), known, a.Op)
			}
		}
	}
}

// The device and the cores take partitions by what they have taken for those before: the last ones are left to
// the faster.
func TestQueue(t *testing.T) {
	sized := func(sizes ...int) (list []partition) {
		for _, n := range sizes {
			list = append(list, partition{all: parts{{lo: 0, hi: n}}})
		}
		return list
	}
	q := newQueue(sized(100, 300, 200, 100))
	p, _ := q.take(byDevice)
	c, _ := q.take(byCores)
	if p.all.len() != 300 || c.all.len() != 100 {
		t.Errorf("the device begins with %d rows, the cores with %d", p.all.len(), c.all.len())
	}
	q.noteTime(byDevice, 300, 3*time.Millisecond)
	q.noteTime(byCores, 100, 30*time.Millisecond)
	if _, ok := q.take(byCores); ok { // 30 ms, where the device needs 5 for all
		t.Error("the slow cores took a partition")
	}
	var left []int
	for p, ok := q.take(byDevice); ok; p, ok = q.take(byDevice) {
		left = append(left, p.all.len())
	}
	if !slices.Equal(left, []int{200, 100}) {
		t.Errorf("%v are left to the device", left)
	}
	q = newQueue(sized(100))
	q.noteTime(byDevice, 100, time.Second)
	q.noteTime(byCores, 100, time.Millisecond)
	q.leave(byCores)
	if _, ok := q.take(byDevice); !ok {
		t.Error("nobody took what only the device can take")
	}
}
