package host

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"cardinal/engine/gpu"
	"cardinal/internal/memory"
)

// BenchmarkSend prints how fast columns reach the device if device memory was made ahead: the stage "upload". For
// small columns, this is the cost of a column of any size. Columns of 400 MB and 1 GB are in memory, by each route,
// and in a mapped file, like those of a kept table.
func BenchmarkSend(b *testing.B) {
	small := memory.Make[uint32](4 << 20)
	for i := range small {
		small[i] = uint32(i) % 100
	}
	for _, rows := range []int{1 << 10, 256 << 10, 4 << 20} {
		sendRates(b, small[:rows], 1, byMemory, byMemory.String())
	}
	for _, rows := range []int{100_000_000, 250_000_000} {
		codes := memory.Make[uint32](rows)
		for i := range codes {
			codes[i] = uint32(i) % 100
		}
		fmt.Printf("SEND %d MB of %s\n", 4*rows/1_000_000, hugePages())
		for _, by := range []route{byMemory, byWindow} {
			sendRates(b, codes, 1, by, by.String())
		}
		sendRates(b, codes, 5, byMemory, "in five columns")
		sendRates(b, mapped(b, codes), 1, byMemory, "a mapped file")
	}
}

// sendRates sends a column, or several that together have the codes.
func sendRates(b *testing.B, codes []uint32, columns int, by route, name string) {
	c := newTestClient(b, func(c *Client) { c.route = by })
	var all, answered []float64
	for n := range 14 {
		rows := len(codes) / columns
		column := func(i int) gpu.Column {
			return gpu.ColumnOf(fmt.Sprintf("sent %d.%d", n, i), codes[i*rows:(i+1)*rows])
		}
		r := gpu.Request{Rows: rows, Slots: 100, Keys: []gpu.Key{{Codes: column(0), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
		for i := 1; i < columns; i++ {
			values := column(i)
			r.Aggregates = append(r.Aggregates, gpu.Aggregate{Op: gpu.Max, Values: &values})
		}
		begin := time.Now()
		res := mustRun(b, c, r)
		for _, s := range res.Stages {
			if s.Name == "upload" && n >= 2 { // the first ones make the memory
				all, answered = append(all, s.MS), append(answered, float64(time.Since(begin).Nanoseconds())/1e6)
			}
		}
		c.Forget(fmt.Sprint("sent ", n-1, "."))
		time.Sleep(200 * time.Millisecond) // in which the memory of the next one is made
	}
	slices.Sort(all)
	slices.Sort(answered)
	at := func(i int) string { return fmt.Sprintf("%.2f ms, %.1f GB/s", all[i], 4*float64(len(codes))/all[i]/1e6) }
	fmt.Printf("SEND %.3f MB %s: at best %s; median of %d %s, %.2f ms until the count is there\n",
		4*float64(len(codes))/1e6, name, at(0), len(all), at(len(all)/2), answered[len(all)/2])
}

// mapped returns codes in a file that is mapped like a kept table, and that is in the system's cache.
func mapped(b *testing.B, codes []uint32) []uint32 {
	f, err := os.Create(filepath.Join(b.TempDir(), "codes"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(codes))), 4*len(codes))
	if _, err := f.Write(data); err != nil {
		b.Fatal(err)
	}
	m, err := unix.Mmap(int(f.Fd()), 0, len(data), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = unix.Munmap(m) })
	words := gpu.AsWords(m)
	if !slices.Equal(words, codes) { // touches every page
		b.Fatal("wrong")
	}
	return words
}

// hugePages says how much memory of this process lies in huge pages.
func hugePages() string {
	raw, _ := os.ReadFile("/proc/self/smaps_rollup")
	for line := range strings.Lines(string(raw)) {
		if size, ok := strings.CutPrefix(line, "AnonHugePages:"); ok {
			return "which huge pages hold, with the rest of the process, " + strings.TrimSpace(size)
		}
	}
	return "pages of unknown size"
}
