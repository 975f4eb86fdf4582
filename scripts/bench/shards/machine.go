package shards

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"cardinal/bench/report"
)

// processors returns the processors to which a process is bound. The file has the number of the process.
func processors(file string) ([]int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, err
	}
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &set); err != nil {
		return nil, fmt.Errorf("cannot read the processors of %d: %w", pid, err)
	}
	var out []int
	for i := range 1024 {
		if set.IsSet(i) {
			out = append(out, i)
		}
	}
	return out, nil
}

// machineTable writes a table that compares the work that the processors of several shards can do with that of one
// shard's processors. Each processor runs a loop that shares nothing with the others. Two virtual processors of one
// core do less work than two cores.
func machineTable(bound [][]int, sizes []int) (string, error) {
	t := report.Table{Header: []string{"processors of", "numbers hashed, million a second", "times",
		"memory read, GB a second", "times"}, Left: 1}
	var first [2]float64
	for i, n := range sizes {
		var on []int
		for _, of := range bound[:n] {
			on = append(on, of...)
		}
		hashed, err := runOnAll(on, hashNumbers)
		if err != nil {
			return "", err
		}
		read, err := runOnAll(on, readMemory)
		if err != nil {
			return "", err
		}
		if i == 0 {
			first = [2]float64{hashed, read}
		}
		t.Add(shardsOf(n), fmt.Sprintf("%.0f", hashed/1e6), report.Ratio(hashed/first[0]),
			fmt.Sprintf("%.1f", read/1e9), report.Ratio(read/first[1]))
	}
	return "The limit of the machine itself: each processor of the shards runs a loop that shares nothing with the " +
		"others.\n\n" + t.String(), nil
}

// runOnAll runs a loop on each of the processors for a third of a second, three times. It returns the greatest sum of
// their rates.
func runOnAll(on []int, loop func(until time.Time) float64) (best float64, err error) {
	for range 3 {
		did, failed := make([]float64, len(on)), make([]error, len(on))
		until := time.Now().Add(time.Second) // until then, each loop has two thirds of a second to prepare
		var wait sync.WaitGroup
		for i, processor := range on {
			wait.Go(func() {
				runtime.LockOSThread() // and never unlock: the thread ends with its goroutine
				var set unix.CPUSet
				set.Set(processor)
				if failed[i] = unix.SchedSetaffinity(0, &set); failed[i] == nil {
					did[i] = loop(until)
				}
			})
		}
		wait.Wait()
		sum := 0.0
		for i := range on {
			if failed[i] != nil {
				return 0, fmt.Errorf("cannot bind a thread to processor %d: %w", on[i], failed[i])
			}
			sum += did[i]
		}
		best = max(best, sum)
	}
	return best, nil
}

// measureRate repeats a step during the last third of a second before `until`, and returns the work done in a second.
func measureRate(until time.Time, step func() float64) float64 {
	from := until.Add(-time.Second / 3)
	time.Sleep(time.Until(from))
	did, start := 0.0, time.Now()
	for time.Now().Before(until) {
		did += step()
	}
	return did / time.Since(start).Seconds()
}

// sink keeps the results of loops, so that the compiler does not remove the loops.
var sink sync.Map

// hashNumbers measures a loop that uses only registers.
func hashNumbers(until time.Time) float64 {
	h := uint64(until.UnixNano())
	rate := measureRate(until, func() float64 {
		for range 1 << 16 {
			h ^= h >> 33
			h *= 0xff51afd7ed558ccd
			h ^= h >> 33
		}
		return 1 << 16
	})
	sink.Store("hash", h)
	return rate
}

// readMemory measures a loop that reads more memory than caches hold.
func readMemory(until time.Time) float64 {
	memory := make([]uint64, 1<<24) // 128 MiB
	for i := range memory {
		memory[i] = uint64(i)
	}
	at, sum := 0, uint64(0)
	rate := measureRate(until, func() float64 {
		part := memory[at : at+1<<17]
		at = (at + 1<<17) % len(memory)
		for _, v := range part {
			sum += v
		}
		return 8 * float64(len(part))
	})
	sink.Store("sum", sum)
	return rate
}
