package parquet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"cardinal/data"
	"cardinal/internal/separators"

	"github.com/apache/arrow-go/v18/parquet"
)

// chunk is one column of one row group. It writes its values to a sink.
type chunk struct {
	rows     int
	most     int // no page is read after this number of rows; 0: all pages are read
	maxDef   int
	physical parquet.Type
	width    int // as plainWidth
	sink     sink
	part     part  // the wanted rows; pages without such rows are skipped
	firsts   []int // the first row of each page according to the page index; nil: no page index is used

	passed  int         // number of pages of values that were read or skipped
	row     int         // the next row to fill
	begins  data.Bitmap // which elements begin a row of the file, if the column has repetition levels; else nil
	valid   data.Bitmap // nil until the first null
	levels  []uint32
	indices []uint32
	bytes   []uint8 // indices of 8 bits at most
	noDict  bool
}

// read decodes all pages.
func (c *chunk) read(ctx context.Context, pages *pages) error {
	c.noDict = true
	for c.row < c.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.most > 0 && c.row >= c.most {
			return nil
		}
		p, err := pages.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && p.kind != dictionaryPage {
			err = c.follow(p.values)
		}
		if err != nil {
			return err
		}
		if p.kind != dictionaryPage && !c.part.has(c.row, c.row+p.values) {
			if err := pages.skip(p); err != nil {
				return err
			}
			c.row += p.values
			continue
		}
		if p, err = pages.load(p); err != nil {
			return err
		}
		switch p.kind {
		case dictionaryPage:
			err = c.dictionary(p)
		case dataPage:
			err = c.pageV1(p)
		default:
			levels := p.data[p.repetition : p.repetition+p.definition]
			if c.begins != nil {
				err = c.repetition(p.data[:p.repetition], p.values)
			}
			if err == nil {
				err = c.page(p.encoding, p.values, levels, p.data[p.repetition+p.definition:])
			}
		}
		if err != nil {
			return err
		}
	}
	if c.row == c.rows && pages.hasMore() {
		return c.tooManyError()
	}
	if c.firsts != nil && c.passed != len(c.firsts) {
		return errPageIndex
	}
	return c.checkComplete()
}

// follow compares the position of the next page, of n rows, with the page index, if an index is used.
func (c *chunk) follow(n int) error {
	if c.firsts != nil && (c.passed == len(c.firsts) || c.firsts[c.passed] != c.row) {
		return errPageIndex
	}
	if c.passed++; c.part.rows != nil && n > c.rows-c.row {
		return c.tooManyError()
	}
	return nil
}

func (c *chunk) tooManyError() error {
	return separators.Errorf("it holds more than the %d rows declared", c.rows)
}

// checkComplete checks that the chunk has a value or a null for each row that the row group declares.
func (c *chunk) checkComplete() error {
	if c.row != c.rows {
		return separators.Errorf("it holds %d of the %d rows declared", c.row, c.rows)
	}
	return nil
}

func (c *chunk) dictionary(p page) error {
	if p.encoding != parquet.Encodings.Plain && p.encoding != parquet.Encodings.PlainDict {
		return fmt.Errorf("its dictionary is encoded as %v", p.encoding)
	}
	if !c.noDict {
		return errors.New("it has two dictionaries")
	}
	c.noDict = false
	if least := max(c.width, 1); p.values > 8*len(p.data)/least {
		return errShort
	}
	if err := c.sink.dictionary(p.data, p.values); err != nil {
		return fmt.Errorf("its dictionary: %w", err)
	}
	return nil
}

func (c *chunk) pageV1(p page) error {
	src := p.data
	if c.begins != nil {
		var err error
		if src, err = c.repetitionV1(p); err != nil {
			return err
		}
	}
	switch {
	case c.maxDef == 0:
		return c.page(p.encoding, p.values, nil, src)
	case p.levels == parquet.Encodings.BitPacked:
		return c.pagePacked(p, src)
	case p.levels != parquet.Encodings.RLE:
		return fmt.Errorf("its levels are encoded as %v", p.levels)
	}
	levels, src, err := nextBytes(src)
	if err != nil {
		return err
	}
	return c.page(p.encoding, p.values, levels, src)
}

// pagePacked decodes a page of an old file. src begins with bit-packed definition levels.
func (c *chunk) pagePacked(p page, src []byte) error {
	if p.values > c.rows-c.row {
		return c.tooManyError()
	}
	c.levels = resize(c.levels, p.values)
	src, err := packedLevels(src, c.levelWidth(), c.levels)
	if err != nil {
		return err
	}
	return c.values(p.encoding, p.values, c.setLevels(c.levels), src)
}

func (c *chunk) levelWidth() uint { return uint(bits.Len(uint(c.maxDef))) }

// page decodes n rows.
func (c *chunk) page(e parquet.Encoding, n int, levels, src []byte) error {
	if n > c.rows-c.row {
		return c.tooManyError()
	}
	values, err := c.define(levels, n)
	if err != nil {
		return err
	}
	return c.values(e, n, values, src)
}

// values decodes the values of n rows, some of which may be null.
func (c *chunk) values(e parquet.Encoding, n, values int, src []byte) error {
	if err := c.decode(e, values, src); err != nil {
		return err
	}
	if values < n {
		c.sink.expand(c.valid, c.row, n, values)
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
		return c.index(hybrid{src: src[1:], width: uint(src[0])}, n)
	case e == parquet.Encodings.RLE && c.physical == parquet.Types.Boolean:
		if len(src) < 4 {
			return errShort
		}
		if err := c.sink.dictionary([]byte{0b10, 0}, 2); err != nil { // false and true; indices are bits
			return err
		}
		return c.index(hybrid{src: src[4:], width: 1}, n)
	}
	return c.decodeRare(e, n, src)
}

// indexBatch is the number of indices that are decoded at once, so that they stay in the first-level cache.
const indexBatch = 2 << 10

// index sets n rows to values of the dictionary. h has the indices of these values.
func (c *chunk) index(h hybrid, n int) error {
	if h.width <= 8 {
		return index(&h, c.row, n, &c.bytes, c.sink.indexBytes)
	}
	return index(&h, c.row, n, &c.indices, c.sink.index)
}

func index[T uint8 | uint32](h *hybrid, at, n int, batch *[]T, index func(idx []T, at int) error) error {
	for done := 0; done < n; done += len(*batch) {
		*batch = resize(*batch, min(n-done, indexBatch))
		if err := readHybrid(h, *batch); err != nil {
			return err
		}
		if err := index(*batch, at+done); err != nil {
			return err
		}
	}
	return nil
}

// define reads the definition levels of n rows into the validity bitmap and counts the values.
func (c *chunk) define(levels []byte, n int) (values int, err error) {
	if c.maxDef == 0 || n == 0 {
		return n, nil
	}
	h := hybrid{src: levels, width: c.levelWidth()}
	if full, err := h.areAll(uint32(c.maxDef), n); err != nil {
		return 0, err
	} else if full {
		c.setValid(n)
		return n, nil
	}
	c.levels = resize(c.levels, n)
	if err := readHybrid(&h, c.levels); err != nil {
		return 0, err
	}
	return c.setLevels(c.levels), nil
}

// setLevels marks the rows that have the highest level as valid.
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
