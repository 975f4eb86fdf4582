package inflate

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// large returns a text with parts that compress little and much, and with words that repeat from the beginning on.
func large() []byte {
	random := rand.New(rand.NewPCG(9, 10))
	var b bytes.Buffer
	for i := range 30_000 {
		fmt.Fprintf(&b, "id%010d,%d,%.3f,always the same\n", random.IntN(1000), i, 100*random.Float64())
		if i%10_000 == 9000 {
			b.Write(texts()["noise"][:70_000])
			b.Write(make([]byte, 50_000))
		}
	}
	return b.Bytes()
}

// zippedAt compresses at a level, in a block or more for every so many bytes.
func zippedAt(t testing.TB, text []byte, level, every int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	for piece := range slices.Chunk(text, every) {
		_, err := w.Write(piece)
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// agreeAhead reads a file with regions that are inflated ahead, and without.
func agreeAhead(t *testing.T, z []byte, region int64, size int) []byte {
	t.Helper()
	open := func(workers int) (text []byte, err error) {
		r, err := openGzip(bytes.NewReader(z), int64(len(z)), workers, region)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return readAll(r, size)
	}
	want, wantErr := open(0)
	got, err := open(leastWorkers)
	if !bytes.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Fatalf("regions of %d: %d bytes, %v; without: %d bytes, %v", region, len(got), err, len(want), wantErr)
	}
	return got
}

func TestAhead(t *testing.T) {
	text := large()
	if testing.Short() { // under the race detector
		text = text[:len(text)/2]
	}
	far := slices.Concat(text, zipped(t, text, gzip.Header{})) // a part that is no text
	for name, z := range map[string][]byte{
		"one member":   zipped(t, text, gzip.Header{Name: "large.csv"}),
		"level 1":      zippedAt(t, text, 1, len(text)),
		"level 9":      zippedAt(t, text, 9, len(text)),
		"Huffman only": zippedAt(t, text, flate.HuffmanOnly, len(text)),
		"stored":       zippedAt(t, text, 0, len(text)),
		"small blocks": zippedAt(t, text, 6, 5000),
		"tiny blocks":  zippedAt(t, text, 6, 50),
		"zeros":        zipped(t, make([]byte, 20<<20), gzip.Header{}),
		"several members": slices.Concat(zipped(t, text, gzip.Header{}), zipped(t, nil, gzip.Header{}),
			zippedAt(t, text, 6, 3000), zipped(t, text[:1000], gzip.Header{}), zipped(t, text, gzip.Header{})),
		"many members":    bytes.Repeat(zipped(t, text[:3000], gzip.Header{}), 100),
		"another inside":  zipped(t, far, gzip.Header{}),
		"junk at the end": slices.Concat(zipped(t, text, gzip.Header{}), make([]byte, 50_000)),
		"cut off":         zipped(t, text, gzip.Header{})[:200_000],
	} {
		for region, size := range map[int64]int{4 << 10: 1 << 20, 50 << 10: 1000} {
			if testing.Short() && size == 1000 {
				continue
			}
			got := agreeAhead(t, z, region, size)
			if name == "one member" && !bytes.Equal(got, text) {
				t.Error("the text is another one")
			}
		}
	}
}

// TestAheadMutants reads damaged files.
func TestAheadMutants(t *testing.T) {
	text := large()[:600_000]
	random := rand.New(rand.NewPCG(11, 12))
	for _, z := range [][]byte{zippedAt(t, text, 6, 20_000), slices.Concat(zipped(t, text, gzip.Header{}),
		zipped(t, text, gzip.Header{}))} {
		for range 5 + rounds(20) {
			mutant := bytes.Clone(z)
			for range 1 + random.IntN(3) {
				mutant[random.IntN(len(mutant))] ^= 1 << random.IntN(8)
			}
			agreeAhead(t, mutant, 20_000, 1<<20)
			agreeAhead(t, z[:random.IntN(len(z))], 20_000, 1<<20)
		}
	}
}

// TestParts inflates the regions of a file separately. Most of them begin at the end of the region before, and none
// begins earlier.
func TestParts(t *testing.T) {
	text := bytes.Repeat(large()[:400_000], 5)
	z := zipped(t, text, gzip.Header{})
	a := &ahead{r: bytes.NewReader(z), size: int64(len(z)), region: 50_000}
	var last *part
	valid, next, all := 0, 0, 0
	for from := int64(0); from < a.size; from += a.region {
		p := &part{from: from, to: from + a.region, begin: -1, found: make(chan struct{}), done: make(chan struct{})}
		a.inflate(p)
		all++
		if p.valid {
			valid++
		}
		if last != nil && last.valid && p.valid {
			if last.end == p.begin {
				next++
			} else if last.end > p.begin {
				t.Errorf("a part ends at %d, and the next one begins at %d", last.end, p.begin)
			}
		}
		last = p
	}
	if valid < all*9/10 || next < all*7/10 {
		t.Errorf("%d of %d parts are inflated, and %d begin where another one ends", valid, all, next)
	}
}

// TestAheadStops closes a reader that was not read to its end, and a reader whose file fails.
func TestAheadStops(t *testing.T) {
	z := zipped(t, large(), gzip.Header{})
	r, err := openGzip(bytes.NewReader(z), int64(len(z)), leastWorkers, 10_000)
	if err == nil {
		_, err = r.Read(make([]byte, 100_000))
	}
	if err != nil {
		t.Fatal(err)
	}
	if at := r.Offset(); at <= 0 || at >= int64(len(z)) {
		t.Errorf("%d of %d", at, len(z))
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	broken := errors.New("the disk is gone")
	r, err = openGzip(failing{bytes.NewReader(z), int64(len(z) / 2), broken}, int64(len(z)), leastWorkers, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := readAll(r, 1<<20); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// failing is a file whose end cannot be read.
type failing struct {
	io.ReaderAt
	from int64
	err  error
}

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	if at >= f.from {
		return 0, f.err
	}
	if n := f.from - at; int64(len(b)) > n {
		k, _ := f.ReaderAt.ReadAt(b[:n], at)
		return k, f.err
	}
	return f.ReaderAt.ReadAt(b, at)
}

// TestAheadOfRandomCodes reads blocks that no compressor writes, and matches that reach behind the beginning.
func TestAheadOfRandomCodes(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 5 + rounds(25) {
		w := &writer{b: []byte("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x00"), n: 80}
		n, wrong := 0, []int{1e9, 1 + random.IntN(20_000)}[random.IntN(2)]
		for i := range 60 {
			n = randomBlock(w, random, i == 59, n, wrong)
		}
		agreeAhead(t, append(w.b, make([]byte, 8)...), 3000, 1<<20) // the sum is wrong
	}
}

// TestFits refuses a part that reaches behind the beginning of the stream.
func TestFits(t *testing.T) {
	p := &part{symbols: []uint16{'a', windowPlace + windowSize - 10, 'b'}}
	for known, want := range map[int]bool{0: false, 9: false, 10: true, windowSize: true} {
		if got := p.fitsWindow(known); got != want {
			t.Errorf("%d bytes are known: %v", known, got)
		}
	}
}

func FuzzAhead(f *testing.F) {
	text := large()[:60_000]
	f.Add(zipped(f, text, gzip.Header{}))
	f.Add(zippedAt(f, text, 6, 2000))
	f.Add(slices.Concat(zippedAt(f, text[:20_000], 6, 700), zippedAt(f, text[:20_000], 1, 900)))
	f.Fuzz(func(t *testing.T, z []byte) { agreeAhead(t, z, 512, 1<<20) })
}
