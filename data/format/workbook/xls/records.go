package xls

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"cardinal/data/format/workbook/biff"
)

// Kinds of records that are read.
const (
	recFormula     = 0x0006
	recEOF         = 0x000A
	recName        = 0x0018
	recExternSheet = 0x0017
	recDateMode    = 0x0022
	recFilePass    = 0x002F
	recContinue    = 0x003C
	recCodePage    = 0x0042
	recColInfo     = 0x007D
	recBoundSheet  = 0x0085
	recMulRK       = 0x00BD
	recRString     = 0x00D6
	recXF          = 0x00E0
	recMerged      = 0x00E5
	recSST         = 0x00FC
	recLabelSST    = 0x00FD
	recSupBook     = 0x01AE
	recNumber      = 0x0203
	recLabel       = 0x0204
	recBoolErr     = 0x0205
	recString      = 0x0207
	recRow         = 0x0208
	recRK          = 0x027E
	recFormat      = 0x041E
	recBOF         = 0x0809
	recTable       = 0x0872
	recTable12     = 0x0878 // written by Excel 2007 and later
)

const (
	biff8 = 0x0600
	biff5 = 0x0500
)

var (
	errCut   = errors.New("it ends too early: it was cut off")
	errShort = errors.New("a record is too short")
	errTwice = errors.New("its sheets lie within each other")
)

// records reads the records of a stream.
type records struct {
	ctx  context.Context
	src  io.ReaderAt
	size int64
	in   *bufio.Reader
	at   int64 // offset of the next record
	left int64 // number of bytes that may still be read
	n    int
	kind uint16
	data []byte // of the current record
	buf  []byte
}

// passes is how often the stream may be read. A workbook needs up to six passes: one over everything, one for the
// tables, and two for a sheet. The passes for the sheet are repeated if most of its cells are outside its table.
const passes = 16

func newRecords(ctx context.Context, src io.ReaderAt, size int64) *records {
	r := &records{ctx: ctx, src: src, size: size, in: bufio.NewReaderSize(nil, 64<<10), left: passes * size}
	r.seek(0)
	return r
}

// seek moves to the record at an offset of the stream.
func (r *records) seek(at int64) {
	r.at = at
	r.in.Reset(io.NewSectionReader(r.src, at, r.size-at))
}

// next reads the next record. It returns an error at the end of the stream.
func (r *records) next() error {
	if r.n++; r.n&0xFFF == 0 && r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	head, err := r.in.Peek(4)
	if err != nil {
		return r.fault(err)
	}
	r.kind = binary.LittleEndian.Uint16(head)
	length := int(binary.LittleEndian.Uint16(head[2:]))
	if _, err := r.in.Discard(4); err != nil {
		return err
	}
	if length > len(r.buf) {
		r.buf = make([]byte, max(length, 8<<10))
	}
	r.data = r.buf[:length]
	if _, err := io.ReadFull(r.in, r.data); err != nil {
		return r.fault(err)
	}
	r.at += int64(4 + length)
	if r.left -= int64(4 + length); r.left < 0 {
		return errTwice
	}
	return nil
}

func (r *records) fault(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return err
}

// continues reads the next record if that record continues this one, and reports whether it does.
func (r *records) continues() bool {
	head, err := r.in.Peek(2)
	return err == nil && binary.LittleEndian.Uint16(head) == recContinue && r.next() == nil
}

// u16 returns the number at an offset of the current record, or 0 if the record is too short.
func (r *records) u16(at int) int { return biff.Uint16(r.data, at) }
