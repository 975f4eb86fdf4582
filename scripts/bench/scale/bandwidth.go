package scale

import (
	"sync"
	"time"
)

// words is the number of words that Bandwidth reads. They have 1 GiB, more than fits the caches of a desktop.
const words = 1 << 27

// Bandwidth measures how many bytes per second `threads` threads can read from memory that is in no cache. It takes the
// best of five plain sums.
func Bandwidth(threads int) float64 {
	memory := make([]uint64, words)
	for i := range memory {
		memory[i] = uint64(i) // makes the system allocate every page
	}
	best := time.Duration(0)
	for range 5 {
		start := time.Now()
		var wait sync.WaitGroup
		sums := make([]uint64, threads)
		for t := range threads {
			wait.Go(func() { sums[t] = sum(memory[t*words/threads : (t+1)*words/threads]) })
		}
		wait.Wait()
		if d := time.Since(start); best == 0 || d < best {
			best = d
		}
		check(sums)
	}
	return words * 8 / best.Seconds()
}

// sum adds with eight accumulators, so that no addition waits for the one before.
func sum(v []uint64) uint64 {
	var a, b, c, d, e, f, g, h uint64
	for len(v) >= 8 {
		w := v[:8:8]
		a += w[0]
		b += w[1]
		c += w[2]
		d += w[3]
		e += w[4]
		f += w[5]
		g += w[6]
		h += w[7]
		v = v[8:]
	}
	for _, x := range v {
		a += x
	}
	return a + b + c + d + e + f + g + h
}

func check(sums []uint64) {
	total := uint64(0)
	for _, s := range sums {
		total += s
	}
	if total != words*(words-1)/2 {
		panic("BUG: the memory was not read as a whole")
	}
}
