package glyph

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/go-text/typesetting/font"
)

// Font is a parsed font file, safe for use by many goroutines.
type Font struct {
	parsed *font.Font
}

var parsed sync.Map // *byte of the first byte of a file to *Font

// Parse reads an OpenType or TrueType file. The same file content, at the same address, is parsed once.
func Parse(content []byte) (*Font, error) {
	if len(content) == 0 {
		return nil, fmt.Errorf("parse font: no content")
	}
	if f, ok := parsed.Load(&content[0]); ok {
		return f.(*Font), nil
	}
	face, err := font.ParseTTF(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("parse font of %d bytes: %w", len(content), err)
	}
	f := &Font{parsed: face.Font}
	parsed.Store(&content[0], f)
	return f, nil
}
