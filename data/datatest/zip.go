package datatest

import (
	"archive/zip"
	"bytes"
	"testing"
)

// Zip makes an archive of files by name.
func Zip[B string | []byte](t testing.TB, files map[string]B) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, b := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(b))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
