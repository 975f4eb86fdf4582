package xlsb

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"cardinal/data/format/workbook/biff"
	"cardinal/data/format/workbook/zipxml"
)

// Kinds of records that are read.
const (
	recRow          = 0
	recCellRK       = 2
	recCellError    = 3
	recCellBool     = 4
	recCellReal     = 5
	recCellText     = 6
	recCellShared   = 7
	recFormulaText  = 8
	recFormulaReal  = 9
	recFormulaBool  = 10
	recFormulaError = 11
	recShortBlank   = 12
	recShortRK      = 13
	recShortShared  = 18
	recSharedText   = 19
	recName         = 39
	recFormat       = 44
	recStyle        = 47
	recColumns      = 60
	recCellRich     = 62
	recBeginRows    = 145
	recEndRows      = 146
	recWorkbook     = 153
	recSheet        = 156
	recCalculation  = 157
	recMerged       = 176
	recTable        = 343
	recOtherBook    = 355
	recThisBook     = 357
	recThisSheet    = 358
	recExterns      = 362
	recBeginStyles  = 617
	recEndStyles    = 618
	recAddIn        = 667
)

// maxRecord is the greatest size in bytes of a record that is read. In Excel, a cell has at most 32,767 characters.
const maxRecord = 1 << 20

var (
	errShort = errors.New("a record is too short")
	errLong  = errors.New("a record is too long")
	errCut   = errors.New("it ends within a record")
)

// records reads the records of a part.
type records struct {
	ctx   context.Context
	in    *bufio.Reader
	at    int64 // number of bytes that were read
	n     int
	kind  int
	data  []byte // of the current record
	buf   []byte
	units []uint16
	utf8  []byte
}

// next reads the next record of a wanted kind. more is false at the end of the part.
func (r *records) next(wanted func(kind int) bool) (more bool, err error) {
	for {
		if r.n++; r.n&0xFFF == 0 && r.ctx.Err() != nil {
			return false, r.ctx.Err()
		}
		kind, err := r.number(2)
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		length, err := r.number(4)
		if err != nil {
			return false, cutError(err)
		}
		r.at += int64(length)
		if !wanted(kind) {
			if _, err := r.in.Discard(length); err != nil {
				return false, cutError(err)
			}
			continue
		}
		if length > maxRecord {
			return false, errLong
		}
		if length > len(r.buf) {
			r.buf = make([]byte, max(length, 4<<10))
		}
		r.kind, r.data = kind, r.buf[:length]
		if _, err := io.ReadFull(r.in, r.data); err != nil {
			return false, cutError(err)
		}
		return true, nil
	}
}

func cutError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return err
}

// number reads a number of at most `most` bytes. Each byte has seven bits of the number, and one bit that says whether
// another byte follows.
func (r *records) number(most int) (n int, err error) {
	for i := range most {
		b, err := r.in.ReadByte()
		if err != nil {
			if i > 0 {
				err = errCut
			}
			return 0, err
		}
		r.at++
		n |= int(b&0x7F) << (7 * i)
		if b&0x80 == 0 {
			break
		}
	}
	return n, nil
}

// u16 and u32 return the number at an offset of the current record, or 0 if the record is too short.
func (r *records) u16(at int) int { return biff.Uint16(r.data, at) }

func (r *records) u32(at int) int {
	if at+4 > len(r.data) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(r.data[at:]))
}

// text returns the text at an offset of the record, and the offset behind it. The record has the number of UTF-16 code
// units, and then the units; the number -1 means no text. The result is valid until the next call.
func (r *records) text(at int) (b []byte, end int, err error) {
	if at+4 > len(r.data) {
		return nil, 0, errShort
	}
	n := binary.LittleEndian.Uint32(r.data[at:])
	if at += 4; n == math.MaxUint32 {
		return nil, at, nil
	}
	if int64(n) > int64(len(r.data)-at)/2 {
		return nil, 0, errShort
	}
	r.units = r.units[:0]
	for i := range int(n) {
		r.units = append(r.units, binary.LittleEndian.Uint16(r.data[at+2*i:]))
	}
	r.utf8 = biff.AppendUTF8(r.utf8[:0], r.units)
	return r.utf8, at + 2*int(n), nil
}

// walk calls `do` for each record of a wanted kind in a part.
func (w *workbook) walk(part string, wanted func(kind int) bool, do func(r *records) error) error {
	p, err := w.archive.Part(part)
	if err != nil {
		return err
	}
	defer p.Close()
	r := &records{ctx: w.archive.Ctx, in: bufio.NewReaderSize(p, 64<<10)}
	for {
		more, err := r.next(wanted)
		if err == nil && more {
			err = do(r)
		}
		switch {
		case err == nil && more:
		case err == nil || w.archive.Ctx.Err() != nil || errors.As(err, &zipxml.TooLarge{}):
			return err
		default:
			return fmt.Errorf("the workbook is damaged: part %s: %w", part, err)
		}
	}
}
