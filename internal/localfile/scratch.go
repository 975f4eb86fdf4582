package localfile

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrScratch is the error of a Scratch if its folder has no room or cannot be written.
var ErrScratch = errors.New("cannot keep temporary files")

// Scratch is a temporary file that nobody else can read: it is encrypted with AES-256 in counter mode, and its key is
// only in memory. It is written once, and then read once from its beginning. The caller closes it, which removes the
// file.
type Scratch struct {
	file    *os.File
	release func()
	block   cipher.Block
	w       *bufio.Writer
}

const (
	scratchKey    = 32      // bytes of AES-256
	scratchBuffer = 1 << 16 // bytes that are encrypted at once
)

// NewScratch returns an empty Scratch. It also sweeps the temporary folder.
func NewScratch() (*Scratch, error) {
	Sweep(os.TempDir())
	f, release, err := Temp(os.TempDir())
	if err != nil {
		return nil, scratchError(err)
	}
	key := make([]byte, scratchKey)
	_, _ = rand.Read(key) // Read never fails
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	s := &Scratch{file: f, release: release, block: block}
	s.w = bufio.NewWriterSize(cipher.StreamWriter{S: s.stream(), W: f}, scratchBuffer)
	return s, nil
}

// stream returns the keystream from the beginning. Its counter begins with 0, which is safe because no other file has
// the key.
func (s *Scratch) stream() cipher.Stream {
	return cipher.NewCTR(s.block, make([]byte, aes.BlockSize))
}

func (s *Scratch) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	return n, scratchError(err)
}

// WriteTo writes to w all that was written to the Scratch. No Write may follow.
func (s *Scratch) WriteTo(w io.Writer) (int64, error) {
	err := s.w.Flush()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return 0, scratchError(err)
	}
	var n int64
	stream, b := s.stream(), make([]byte, scratchBuffer)
	for {
		got, err := s.file.Read(b)
		stream.XORKeyStream(b[:got], b[:got])
		written, failed := w.Write(b[:got])
		n += int64(written)
		switch {
		case failed != nil:
			return n, failed
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, scratchError(err)
		}
	}
}

// Close removes the file.
func (s *Scratch) Close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
	s.release()
}

func scratchError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrScratch, Cause(err))
}
