package json

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"cardinal/internal/separators"
)

// Fault returns an error that says where a text stops being JSON. It returns nil if the text does not begin as an
// object or an array.
func Fault(ctx context.Context, r io.ReaderAt, size int64) error {
	text, err := read(ctx, r, size)
	if err != nil {
		return err
	}
	in := newDecoder(text)
	first := in.PeekKind()
	if first != '[' && first != '{' {
		return nil
	}
	for row := 1; ctx.Err() == nil; row++ {
		kind, end := in.PeekKind(), in.InputOffset()
		_, err := in.ReadValue()
		fault := (*jsontext.SyntacticError)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &fault):
			at := fault.ByteOffset
			return separators.Errorf("its JSON is damaged at byte %d, in line %d: %w", at+1, lineOf(text, at),
				syntaxError{fault})
		case err != nil:
			return err
		case kind != first || row == 2 && first == '[' && bytes.IndexByte(text[:end], '\n') >= 0:
			next := end + int64(len(text[end:])-len(bytes.TrimLeft(text[end:], " \t\r\n")))
			return separators.Errorf("its JSON ends at byte %d, in line %d, and more follows in line %d: it should "+
				"be one array, or one object or array a line",
				end, lineOf(text, end-1), lineOf(text, next))
		}
	}
	return ctx.Err()
}

// lineOf returns the number of the line at an offset. The number of the first line is 1.
func lineOf(text []byte, at int64) int { return 1 + bytes.Count(text[:max(0, at)], []byte{'\n'}) }
