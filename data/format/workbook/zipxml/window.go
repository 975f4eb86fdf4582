package zipxml

import (
	"bytes"
	"context"
	"errors"
	"io"
	"unicode/utf8"
)

// window is the part of a document in memory: the bytes that have been read but not yet passed.
type window struct {
	ctx    context.Context
	in     io.Reader
	src    []byte
	at     int   // of the next byte
	passed int64 // bytes of the document before src
	valid  int   // bytes of src that are known to be UTF-8
	ended  bool  // in has no more bytes
}

const (
	windowSize = 128 << 10
	maxToken   = 16 << 20 // bytes of a tag, or of the text between two
)

var (
	errEncoding = errors.New("its XML is not UTF-8")
	errLong     = errors.New("its XML has a tag or a text of more than 16 MB")
)

// Offset returns the number of bytes of the document that have been passed.
func (w *window) Offset() int64 { return w.passed + int64(w.at) }

// fill reads more of the document, behind the bytes in memory.
func (w *window) fill() error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.passed += int64(w.at)
	w.valid -= w.at
	w.src = w.src[:copy(w.src, w.src[w.at:])]
	w.at = 0
	if len(w.src) == cap(w.src) {
		if len(w.src) >= maxToken {
			return errLong
		}
		w.src = append(make([]byte, 0, max(windowSize, 2*len(w.src))), w.src...)
	}
	// Whoever asks looks again at all of src. As many bytes as src has are read, so that a long tag is not
	// looked at again and again.
	free := w.src[len(w.src):cap(w.src)]
	n, least := 0, min(len(free), max(1, len(w.src)))
	var err error
	for n < least && err == nil {
		var more int
		more, err = w.in.Read(free[n:])
		n += more
	}
	w.src = w.src[:len(w.src)+n]
	if err == io.EOF {
		w.ended, err = true, nil
	}
	if err != nil {
		return err
	}
	return w.validate()
}

// validate refuses bytes that are not UTF-8. No program writes workbooks in other encodings. It skips a byte order
// mark at the document's start.
func (w *window) validate() error {
	if w.passed == 0 && w.valid == 0 {
		if bytes.HasPrefix(w.src, []byte{0xFF, 0xFE}) || bytes.HasPrefix(w.src, []byte{0xFE, 0xFF}) {
			return errEncoding
		}
		if bytes.HasPrefix(w.src, []byte{0xEF, 0xBB, 0xBF}) {
			w.at, w.valid = 3, 3
		}
	}
	rest := w.src[w.valid:]
	if !w.ended {
		rest = rest[:len(rest)-cutRune(rest)]
	}
	if !utf8.Valid(rest) {
		return errEncoding
	}
	w.valid += len(rest)
	return nil
}

// cutRune returns the number of bytes at the end of b that are an incomplete character.
func cutRune(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if utf8.FullRune(b[len(b)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}
