package inflate

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"testing"
)

// TestZip reads a file of an archive, and finds its sum wrong.
func TestZip(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	text := texts()["rows"]
	f, err := w.Create("a.csv")
	if err == nil {
		_, err = f.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	read := func(z []byte) ([]byte, error) {
		r, err := zip.NewReader(bytes.NewReader(z), int64(len(z)))
		if err != nil {
			return nil, err
		}
		Zip(r)
		f, err := r.File[0].Open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return io.ReadAll(f)
	}
	if got, err := read(b.Bytes()); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes of %d, %v", len(got), len(text), err)
	}
	damaged := bytes.Clone(b.Bytes())
	damaged[bytes.LastIndex(damaged, []byte("PK\x01\x02"))+16] ^= 1 // of the sum, in the directory
	if _, err := read(damaged); !errors.Is(err, zip.ErrChecksum) {
		t.Errorf("got %v", err)
	}
}
