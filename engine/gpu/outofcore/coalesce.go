package outofcore

import "container/heap"

// coalesce merges small partitions: always the two smallest, then the smallest ones that are left as long as all stay within
// k. It returns the numbers of the partitions that make up each merged one. Empty partitions are dropped, larger ones stay.
//
// Source: SEEDS C3 (EGA, Algorithm 1). There are fewer than twice as many as the best cut would have (Theorem 2), after
// O(n log n) steps.
func coalesce(sizes []int, k int) (merged [][]int) {
	h := &bySize{}
	for i, n := range sizes {
		if n > 0 {
			*h = append(*h, bin{n, []int{i}})
		}
	}
	heap.Init(h)
	for h.Len() > 1 {
		smallest := heap.Pop(h).(bin)
		if smallest.size+(*h)[0].size > k {
			heap.Push(h, smallest)
			break
		}
		for h.Len() > 0 && smallest.size+(*h)[0].size <= k {
			next := heap.Pop(h).(bin)
			smallest.size += next.size
			smallest.parts = append(smallest.parts, next.parts...)
		}
		heap.Push(h, smallest)
	}
	for h.Len() > 0 {
		merged = append(merged, heap.Pop(h).(bin).parts)
	}
	return merged
}

// bin is partitions that were merged, and how many groups they have.
type bin struct {
	size  int
	parts []int
}

// bySize is a min-heap.
type bySize []bin

func (h bySize) Len() int           { return len(h) }
func (h bySize) Less(i, k int) bool { return h[i].size < h[k].size }
func (h bySize) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h *bySize) Push(x any)        { *h = append(*h, x.(bin)) }
func (h *bySize) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
