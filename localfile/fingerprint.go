package localfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// piece is how much of a file's begin, middle and end the fingerprint reads.
const piece = 1 << 20

// Fingerprint is the SHA-256 of a file's size and of its begin, middle and end: of all of it up to 3 MB. A file of gigabytes takes
// milliseconds.
func Fingerprint(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cannot read %s: %w", path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, info.Size())
	parts := [][2]int64{{0, piece}, {info.Size()/2 - piece/2, piece}, {info.Size() - piece, piece}}
	if info.Size() <= 3*piece {
		parts = [][2]int64{{0, info.Size()}}
	}
	for _, p := range parts {
		if _, err := io.Copy(h, io.NewSectionReader(f, p[0], p[1])); err != nil {
			return "", fmt.Errorf("cannot read %s: %w", path, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
