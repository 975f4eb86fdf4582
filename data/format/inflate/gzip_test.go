package inflate

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	klauspost "github.com/klauspost/compress/gzip"
)

func zipped(t testing.TB, text []byte, h gzip.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Header = h
	_, err := w.Write(text)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// agreeOnFile reads a file as klauspost/compress does, which unlike compress/gzip refuses reserved flags.
func agreeOnFile(t *testing.T, z []byte) (err error) {
	t.Helper()
	var got, want []byte
	theirs, wantErr := klauspost.NewReader(bytes.NewReader(z))
	if wantErr == nil {
		want, wantErr = readAll(io.LimitReader(theirs, most), small)
	}
	for how, input := range inputs {
		if how != "whole" && len(z) > 2000 {
			continue
		}
		ours, failed := NewGzipReader(input(bytes.NewReader(z)))
		got = nil
		if err = failed; err == nil {
			got, err = readAll(io.LimitReader(ours, most), small)
		}
		// klauspost/compress reads ahead, and finds the end of the file before the damage
		if damaged(err) && damaged(wantErr) {
			wantErr = err
		}
		agree(t, z, got, want, err, wantErr)
	}
	return err
}

func damaged(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, new(flate.CorruptInputError))
}

// withSum adds the CRC-16 to a header without other fields.
func withSum(z []byte) []byte {
	z = bytes.Clone(z)
	z[3] |= hasSum
	sum := crc32.ChecksumIEEE(z[:10])
	return slices.Insert(z, 10, byte(sum), byte(sum>>8))
}

func TestGzip(t *testing.T) {
	text := bytes.Repeat([]byte("1,2,three\n"), 30_000)
	full := gzip.Header{Name: "täble.csv", Comment: strings.Repeat("c", 511), Extra: []byte("extra field"),
		ModTime: time.Unix(1e9, 0)}
	plain := zipped(t, text, gzip.Header{})
	empty := zipped(t, nil, gzip.Header{})
	wrong := func(z []byte, at int) []byte {
		z = bytes.Clone(z)
		z[(at+len(z))%len(z)] ^= 0x40
		return z
	}
	for name, c := range map[string]struct {
		z    []byte
		want error
	}{
		"plain":                 {plain, nil},
		"all fields":            {zipped(t, text, full), nil},
		"sum of the header":     {withSum(plain), nil},
		"several members":       {slices.Concat(plain, zipped(t, text, full), withSum(plain)), nil},
		"empty members":         {slices.Concat(empty, empty, plain, empty, plain, empty), nil},
		"empty":                 {empty, nil},
		"nothing":               {nil, io.EOF},
		"another file":          {[]byte("this is no gzip file"), gzip.ErrHeader},
		"another method":        {wrong(plain, 2), gzip.ErrHeader},
		"reserved flags":        {wrong(plain, 3), gzip.ErrHeader},
		"wrong sum of header":   {wrong(withSum(plain), 10), gzip.ErrHeader},
		"long name":             {zipped(t, text, gzip.Header{Name: strings.Repeat("n", 512)}), gzip.ErrHeader},
		"wrong sum":             {wrong(plain, -8), gzip.ErrChecksum},
		"wrong size":            {wrong(plain, -1), gzip.ErrChecksum},
		"wrong sum, then more":  {slices.Concat(wrong(plain, -8), plain), gzip.ErrChecksum},
		"zeros after it":        {slices.Concat(plain, make([]byte, 100)), gzip.ErrHeader},
		"few bytes after it":    {slices.Concat(plain, make([]byte, 9)), io.ErrUnexpectedEOF},
		"one byte after it":     {slices.Concat(plain, make([]byte, 1)), io.ErrUnexpectedEOF},
		"a text after it":       {slices.Concat(plain, []byte("and some text that is none")), gzip.ErrHeader},
		"second one is cut off": {slices.Concat(plain, plain[:len(plain)/2]), io.ErrUnexpectedEOF},
	} {
		if err := agreeOnFile(t, c.z); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, z := range [][]byte{zipped(t, text[:50], full), withSum(zipped(t, text[:50], gzip.Header{}))} {
		for n := range z {
			if err := agreeOnFile(t, z[:n]); err == nil {
				t.Errorf("%d bytes of %d", n, len(z))
			}
		}
	}
}

// TestGzipKinds reads all kinds of texts in two members. The first member ends anywhere in a piece of the output. No
// match reaches into the other member.
func TestGzipKinds(t *testing.T) {
	for name, text := range texts() {
		z := slices.Concat(zipped(t, text, gzip.Header{}), zipped(t, text, gzip.Header{}))
		for how, input := range inputs {
			if testing.Short() && how != "whole" && len(text) > 1<<16 {
				continue
			}
			for _, size := range []int{100, small, 1 << 20} {
				r, err := NewGzipReader(input(bytes.NewReader(z)))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := readAll(r, size); err != nil || !bytes.Equal(got, slices.Concat(text, text)) {
					t.Errorf("%s, input %s, output in pieces of %d: %d bytes of %d, %v", name, how, size, len(got),
						2*len(text), err)
				}
			}
		}
	}
	// A match of the second member that would reach the first one.
	first := zipped(t, []byte("abcdefgh"), gzip.Header{})
	second := []byte{0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 0x03, 0x02, 0} // a fixed block: length 3, distance 1
	z := slices.Concat(first, second, make([]byte, 8))
	if err := agreeOnFile(t, z); err == nil {
		t.Error("a match reaches another member")
	}
}

func TestGzipFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := NewGzipReader(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	z := zipped(t, []byte("a,b\n"), gzip.Header{})
	r, err := NewGzipReader(io.MultiReader(bytes.NewReader(z), iotest.ErrReader(broken)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(r, 100); !errors.Is(err, broken) || string(got) != "a,b\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestGzipMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	z := slices.Concat(zipped(t, []byte("a,b\n1,2\n"), gzip.Header{Name: "n", Comment: "c", Extra: []byte("e")}),
		withSum(zipped(t, bytes.Repeat([]byte("3,4\n"), 30), gzip.Header{})))
	for range rounds(2000) {
		mutant := bytes.Clone(z)
		for range 1 + random.IntN(2) {
			mutant[random.IntN(len(mutant))] ^= 1 << random.IntN(8)
		}
		_ = agreeOnFile(t, mutant)
	}
}

func FuzzGzipReader(f *testing.F) {
	f.Add(zipped(f, []byte("a,b\n1,2\n"), gzip.Header{Name: "n", Comment: "c", Extra: []byte("e")}))
	f.Add(slices.Concat(zipped(f, nil, gzip.Header{}), withSum(zipped(f, []byte("a,b\n"), gzip.Header{}))))
	f.Fuzz(func(t *testing.T, z []byte) { _ = agreeOnFile(t, z) })
}
