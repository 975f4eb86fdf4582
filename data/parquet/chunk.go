package parquet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"cardinal/data"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// errEncoding says that a page is encoded in a way that only the library decodes.
var errEncoding = errors.New("an encoding left to the library")

// chunk is one column of one row group on its way into a sink.
type chunk struct {
	rows   int
	maxDef int
	bools  bool
	sink   sink

	row     int         // the next row to fill
	valid   data.Bitmap // nil until the first null
	levels  []uint32
	indices []uint32
	noDict  bool
}

// read decodes all pages. It leaves the chunk incomplete with errEncoding where it meets a page for the library.
func (c *chunk) read(ctx context.Context, pages file.PageReader) error {
	c.noDict = true
	for pages.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		switch p := pages.Page().(type) {
		case *file.DictionaryPage:
			err = c.dictionary(p)
		case *file.DataPageV1:
			err = c.pageV1(p)
		case *file.DataPageV2:
			err = c.pageV2(p)
		}
		if err != nil {
			return err
		}
	}
	if err := pages.Err(); err != nil {
		return err
	}
	return c.complete()
}

// complete holds the file to what it declared: a column without repetition has one value, or null, a row.
func (c *chunk) complete() error {
	if c.row != c.rows {
		return fmt.Errorf("it holds %d of the %d rows declared", c.row, c.rows)
	}
	return nil
}

func (c *chunk) dictionary(p *file.DictionaryPage) error {
	if e := parquet.Encoding(p.Encoding()); e != parquet.Encodings.Plain && e != parquet.Encodings.PlainDict {
		return fmt.Errorf("its dictionary is encoded as %v", e)
	}
	if !c.noDict {
		return errors.New("it has two dictionaries")
	}
	c.noDict = false
	if err := c.sink.dictionary(p.Data(), int(p.NumValues())); err != nil {
		return fmt.Errorf("its dictionary: %w", err)
	}
	return nil
}

func (c *chunk) pageV1(p *file.DataPageV1) error {
	src, n := p.Data(), int(p.NumValues())
	var levels []byte
	if c.maxDef > 0 {
		if p.DefinitionLevelEncoding() != parquet.Encodings.RLE {
			return errEncoding
		}
		if len(src) < 4 || int64(binary.LittleEndian.Uint32(src)) > int64(len(src)-4) {
			return errShort
		}
		size := int(binary.LittleEndian.Uint32(src))
		levels, src = src[4:4+size], src[4+size:]
	}
	return c.page(parquet.Encoding(p.Encoding()), n, levels, src)
}

func (c *chunk) pageV2(p *file.DataPageV2) error {
	src, rep, def := p.Data(), int(p.RepetitionLevelByteLen()), int(p.DefinitionLevelByteLen())
	if rep+def > len(src) {
		return errShort
	}
	return c.page(parquet.Encoding(p.Encoding()), int(p.NumValues()), src[rep:rep+def], src[rep+def:])
}

// page decodes n rows.
func (c *chunk) page(e parquet.Encoding, n int, levels, src []byte) error {
	if n > c.rows-c.row {
		return fmt.Errorf("it holds more than the %d rows declared", c.rows)
	}
	values, err := c.define(levels, n)
	if err != nil {
		return err
	}
	if err := c.decode(e, values, src); err != nil {
		return err
	}
	if values < n {
		c.sink.spread(c.valid, c.row, n, values)
	}
	c.row += n
	return nil
}

func (c *chunk) decode(e parquet.Encoding, n int, src []byte) error {
	switch {
	case n == 0:
		return nil
	case e == parquet.Encodings.Plain:
		return c.sink.plain(src, c.row, n)
	case e == parquet.Encodings.PlainDict || e == parquet.Encodings.RLEDict:
		if c.noDict || len(src) == 0 || src[0] > 32 {
			return errors.New("a page refers to a dictionary that is not there")
		}
		c.indices = grow(c.indices, n)
		h := hybrid{src: src[1:], width: uint(src[0])}
		if err := h.read(c.indices); err != nil {
			return err
		}
		return c.sink.index(c.indices, c.row)
	case e == parquet.Encodings.RLE && c.bools:
		if len(src) < 4 {
			return errShort
		}
		c.indices = grow(c.indices, n)
		h := hybrid{src: src[4:], width: 1}
		if err := h.read(c.indices); err != nil {
			return err
		}
		return c.sink.plain(packBits(c.indices), c.row, n)
	}
	return errEncoding
}

// define reads the definition levels of n rows into the validity bitmap and counts the values.
func (c *chunk) define(levels []byte, n int) (values int, err error) {
	if c.maxDef == 0 || n == 0 {
		return n, nil
	}
	h := hybrid{src: levels, width: uint(bits.Len(uint(c.maxDef)))}
	if full, err := h.all(uint32(c.maxDef), n); err != nil {
		return 0, err
	} else if full {
		c.setValid(n)
		return n, nil
	}
	c.levels = grow(c.levels, n)
	if err := h.read(c.levels); err != nil {
		return 0, err
	}
	return c.setLevels(c.levels), nil
}

// setLevels marks the rows whose level is the highest as valid.
func (c *chunk) setLevels(levels []uint32) (values int) {
	want := uint32(c.maxDef)
	for _, l := range levels {
		if l == want {
			values++
		}
	}
	if values == len(levels) {
		c.setValid(values)
		return values
	}
	if c.valid == nil {
		c.valid = data.NewBitmap(c.rows)
		c.valid.SetRange(0, c.row)
	}
	for i, l := range levels {
		if l == want {
			c.valid.Set(c.row + i)
		}
	}
	return values
}

func (c *chunk) setValid(n int) {
	if c.valid != nil {
		c.valid.SetRange(c.row, c.row+n)
	}
}

func grow(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return make([]uint32, n)
	}
	return s[:n]
}

func packBits(bits []uint32) []byte {
	out := make([]byte, (len(bits)+7)/8)
	for i, b := range bits {
		out[i>>3] |= byte(b&1) << (i & 7)
	}
	return out
}
