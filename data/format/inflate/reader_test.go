package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// texts are what is compressed in the tests: of different entropy, with near and far matches, and of the sizes
// around those of buffers.
var texts = sync.OnceValue(func() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	var rows bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&rows, "%d,id%03d,%.2f,\"x, %d\"\n", i, random.IntN(100), 1000*random.Float64(), i*i%977)
	}
	var skewed []byte // symbols as often as Fibonacci's numbers, whose words are as long as they may be
	for i, a, b := 0, 1, 1; i < 24; i, a, b = i+1, b, a+b {
		skewed = append(skewed, bytes.Repeat([]byte{byte(7 * i)}, a)...)
	}
	random.Shuffle(len(skewed), func(i, j int) { skewed[i], skewed[j] = skewed[j], skewed[i] })
	all := map[string][]byte{"empty": nil, "one": {'x'}, "noise": noise, "rows": rows.Bytes(), "skewed": skewed,
		"zeros": make([]byte, 400_000)}
	for period := 1; period < 20; period++ {
		all[fmt.Sprintf("period %d", period)] = bytes.Repeat(noise[:period], 5000/period)
	}
	for _, far := range []int{windowSize - 1, windowSize, windowSize + 1} {
		all[fmt.Sprintf("match at %d", far)] = append(append([]byte{}, noise[:far]...), noise[:far]...)
	}
	for _, n := range []int{small - 1, small, small + 1, 2 * small, 1 << 16} {
		all[fmt.Sprintf("%d rows", n)] = rows.Bytes()[:n]
	}
	return all
})

// rounds returns how often a test repeats work on one goroutine. It is less under the race detector, which finds
// nothing there.
func rounds(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n
}

func deflated(t testing.TB, text []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll reads all of r in pieces of n bytes.
func readAll(r io.Reader, n int) (all []byte, err error) {
	piece := make([]byte, n)
	for err == nil {
		n, err = r.Read(piece)
		all = append(all, piece[:n]...)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return all, err
}

// inputs are ways to get the same bytes.
var inputs = map[string]func(io.Reader) io.Reader{
	"whole":        func(r io.Reader) io.Reader { return r },
	"single bytes": iotest.OneByteReader,
	"halves":       iotest.HalfReader,
	"with its end": iotest.DataErrReader,
}

func TestReader(t *testing.T) {
	for name, text := range texts() {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			if testing.Short() && level != 6 && level != 0 {
				continue
			}
			z := deflated(t, text, level)
			for how, input := range inputs {
				for _, size := range []int{1, 7, 1000, small - 1, small, 1 << 20} {
					if (size < 1000 || how != "whole") && (level != 6 && level != 0 || testing.Short() &&
						len(text) > 5000) {
						continue
					}
					got, err := readAll(NewReader(input(bytes.NewReader(z))), size)
					if err != nil || !bytes.Equal(got, text) {
						t.Fatalf("%s, level %d, input %s, output in pieces of %d: %d bytes of %d, %v", name, level, how,
							size, len(got), len(text), err)
					}
				}
			}
		}
	}
}

func TestReaderFails(t *testing.T) {
	z := deflated(t, []byte(strings.Repeat("abc,", 1000)), 6)
	broken := errors.New("the disk is gone")
	if _, err := readAll(NewReader(io.MultiReader(bytes.NewReader(z[:5]), iotest.ErrReader(broken))),
		100); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	r := NewReader(bytes.NewReader(z[:len(z)-1]))
	for range 2 {
		if _, err := readAll(r, 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("got %v", err)
		}
	}
	if n, err := NewReader(bytes.NewReader(z)).Read(nil); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := readAll(NewReader(stuck{}), 100); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v", err)
	}
}

// stuck is an input that returns nothing and does not end.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// agree compares what became of bytes with what another reader makes of them: the same text, or an error of the
// same kind.
func agree(t *testing.T, z, got, want []byte, err, wantErr error) {
	t.Helper()
	if (err == nil) != (wantErr == nil) || kind(err) != kind(wantErr) {
		t.Fatalf("got %v, want %v: %x", err, wantErr, z)
	}
	if err == nil && !bytes.Equal(got, want) || err != nil && !bytes.HasPrefix(got, want) &&
		!bytes.HasPrefix(want, got) {
		t.Fatalf("got %d bytes, want %d others: %x", len(got), len(want), z)
	}
}

// kind describes an error without its place.
func kind(err error) string {
	var corrupt flate.CorruptInputError
	if err == nil || errors.As(err, &corrupt) {
		return fmt.Sprintf("%T", err)
	}
	return err.Error()
}

// most is the most that a stream may inflate to in the random tests.
const most = 4 << 20

func agreeOnStream(t *testing.T, z []byte) {
	t.Helper()
	want, wantErr := readAll(io.LimitReader(flate.NewReader(bytes.NewReader(z)), most), small)
	got, err := readAll(io.LimitReader(NewReader(bytes.NewReader(z)), most), small)
	agree(t, z, got, want, err, wantErr)
	if len(z) < 2000 {
		got, err = readAll(io.LimitReader(NewReader(iotest.OneByteReader(bytes.NewReader(z))), most), 300)
		agree(t, z, got, want, err, wantErr)
	}
}

// TestMutants changes bytes of streams, and cuts them off.
func TestMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	done := map[string]bool{}
	for _, text := range texts() {
		text = text[:min(len(text), 2000)]
		if done[string(text)] {
			continue // it is the beginning of another text, too
		}
		done[string(text)] = true
		for _, level := range []int{flate.HuffmanOnly, 0, 1, 6} {
			z := deflated(t, text, level)
			for n := range min(len(z), rounds(120)) {
				agreeOnStream(t, z[:n])
			}
			for range rounds(100) {
				mutant := bytes.Clone(z)
				for range 1 + random.IntN(3) {
					mutant[random.IntN(len(mutant))] ^= 1 << random.IntN(8)
				}
				agreeOnStream(t, mutant)
			}
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, name := range []string{"empty", "noise", "rows", "skewed", "zeros", "period 3"} {
		text := texts()[name]
		for _, level := range []int{flate.HuffmanOnly, 0, 6} {
			f.Add(deflated(f, text[:min(len(text), 500)], level))
		}
	}
	f.Fuzz(func(t *testing.T, z []byte) { agreeOnStream(t, z) })
}
