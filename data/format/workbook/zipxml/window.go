package zipxml

import (
	"bytes"
	"context"
	"errors"
	"io"
	"unicode/utf8"
)

// window is the part of a document in memory. It has the bytes that were read and not yet parsed.
type window struct {
	ctx    context.Context
	in     io.Reader
	src    []byte
	at     int   // index of the next byte to parse
	passed int64 // number of bytes of the document before src
	valid  int   // number of bytes of src that are valid UTF-8
	ended  bool  // `in` has no more bytes
}

const (
	windowSize = 128 << 10
	maxToken   = 16 << 20 // greatest size in bytes of a tag, or of the text between two tags
)

var (
	errEncoding = errors.New("its XML is not UTF-8")
	errLong     = errors.New("its XML has a tag or a text of more than 16 MB")
)

// Offset returns the number of bytes of the document that were parsed.
func (w *window) Offset() int64 { return w.passed + int64(w.at) }

// fill reads more of the document, after the bytes in memory.
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
	// The caller parses src again from its beginning. fill reads at least as many bytes as src has, so that even a long
	// tag is parsed only a few times.
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

// validate skips a byte order mark at the start of the document. It returns an error if the bytes are not UTF-8,
// because no program writes workbooks in another encoding.
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

// cutRune returns how many bytes at the end of b are an incomplete character.
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
