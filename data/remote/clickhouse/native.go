package clickhouse

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/internal/separators"
)

// maxText is the length of the longest text that is read.
const maxText = 1 << 30

// reader reads blocks of the format Native: the numbers of columns and rows, then for each column its name, its type
// and its values.
type reader struct {
	in     *bufio.Reader
	buffer []byte
	most   int // greatest number of rows; 0: no limit
}

// blocks reads blocks until the answer ends. An answer that ends within a block is an error.
func (r *reader) blocks(builders []*remote.Builder) error {
	for {
		columns, err := binary.ReadUvarint(r.in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		rows, err := binary.ReadUvarint(r.in)
		if err != nil {
			return cutError(err)
		}
		if columns == 0 && rows == 0 {
			continue
		}
		if int(columns) != len(builders) {
			return separators.Errorf("the server's answer has %d columns, and %d were asked for", columns,
				len(builders))
		}
		if r.most > 0 && uint64(builders[0].Rows())+rows > uint64(r.most) {
			return &remote.TooMany{Most: r.most}
		}
		for _, b := range builders {
			if err := r.column(b, int(rows)); err != nil {
				return cutError(err)
			}
		}
	}
}

// cutError replaces the end of the input by io.ErrUnexpectedEOF, because an answer ended too early.
func cutError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *reader) column(b *remote.Builder, rows int) error {
	if _, err := r.text(); err != nil { // the name
		return err
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	declared := string(text)
	w, ok := typeOf(declared)
	if !ok || !w.suits(b.Result()) {
		return b.TypeError(declared)
	}
	if rows == 0 {
		return nil
	}
	if w.coded {
		return r.lowCardinality(b, w, rows)
	}
	var nulls []byte
	if w.nullable {
		nulls = make([]byte, rows)
		if _, err := io.ReadFull(r.in, nulls); err != nil {
			return err
		}
	}
	for i := range rows {
		value, err := r.value(w)
		if err != nil {
			return err
		}
		if nulls != nil && nulls[i] != 0 {
			b.Null()
		} else if err := w.put(b, value); err != nil {
			return err
		}
	}
	return nil
}

// suits reports whether values of w have the type of a result.
func (w wire) suits(r remote.Result) bool {
	switch {
	case w.name == "Nothing":
		return true
	case r.Type == data.Decimal:
		return w.name == "Decimal" && w.scale == r.Scale
	case r.Type == data.Timestamp:
		return w.as == data.Timestamp && w.scale == r.Scale
	case r.Type == data.Int:
		return w.as == data.Int
	case r.Type == data.Float:
		return w.as == data.Float || w.name == "Decimal"
	case r.Type == data.Bool:
		return w.as == data.Bool || w.name == "UInt8"
	}
	return w.as == r.Type
}

// value reads the bytes of a value, which the next call overwrites.
func (r *reader) value(w wire) ([]byte, error) {
	if w.size == 0 {
		return r.text()
	}
	return r.bytes(w.size)
}

func (r *reader) text() ([]byte, error) {
	n, err := binary.ReadUvarint(r.in)
	if err != nil {
		return nil, err
	}
	if n > maxText {
		return nil, separators.Errorf("the server's answer has a text of %d bytes", n)
	}
	return r.bytes(int(n))
}

func (r *reader) bytes(n int) ([]byte, error) {
	if n > cap(r.buffer) {
		r.buffer = make([]byte, n+n/2)
	}
	b := r.buffer[:n]
	_, err := io.ReadFull(r.in, b)
	return b, err
}

// put appends a value to a column.
func (w wire) put(b *remote.Builder, value []byte) error {
	switch b.Result().Type {
	case data.Float:
		if w.name == "Decimal" {
			f, err := w.float(value)
			if err != nil {
				return b.ValueError(err.Error())
			}
			b.Float(f)
		} else if w.size == 4 {
			b.Float(float64(math.Float32frombits(binary.LittleEndian.Uint32(value))))
		} else {
			b.Float(math.Float64frombits(binary.LittleEndian.Uint64(value)))
		}
	case data.Text:
		text, err := w.word(value)
		if err != nil {
			return b.ValueError(err.Error())
		}
		b.Text(text)
	default:
		n, ok := w.integer(value)
		if !ok {
			return b.ValueError("of more than 64 bits")
		}
		b.Int(n)
	}
	return nil
}

// word returns the text of a value.
func (w wire) word(value []byte) ([]byte, error) {
	switch {
	case w.names != nil:
		n, _ := w.integer(value)
		name, ok := w.names[n]
		if !ok {
			return nil, separators.Errorf("%d without a name", n)
		}
		return []byte(name), nil
	case w.name == "UUID":
		return uuid(value), nil
	case w.name == "FixedString":
		return bytes.TrimRight(value, "\x00"), nil
	}
	return value, nil
}

// lowCardinality reads a column of the type LowCardinality: the distinct values, and for each row the index of its
// value. If nulls may occur, the first value is null.
func (r *reader) lowCardinality(b *remote.Builder, w wire, rows int) error {
	var head [24]byte // the version, the width of the codes, and the number of values
	if _, err := io.ReadFull(r.in, head[:]); err != nil {
		return err
	}
	kind, n := binary.LittleEndian.Uint64(head[8:]), binary.LittleEndian.Uint64(head[16:])
	width := 1 << (kind & 3)
	if binary.LittleEndian.Uint64(head[:]) != 1 || kind>>8&1 != 0 || n > maxText {
		return errors.New("the server's answer has values of the type LowCardinality in a form that is not known")
	}
	values := remote.Builders([]remote.Result{b.Result()})[0]
	var texts []uint32
	for range n {
		value, err := r.value(w)
		if err != nil {
			return err
		}
		if b.Result().Type == data.Text {
			word, err := w.word(value)
			if err != nil {
				return b.ValueError(err.Error())
			}
			texts = append(texts, b.Code(word))
		} else if err := w.put(values, value); err != nil {
			return err
		}
	}
	var count [8]byte
	if _, err := io.ReadFull(r.in, count[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint64(count[:]) != uint64(rows) {
		return errors.New("the server's answer has a column with another number of rows")
	}
	for range rows {
		code, err := r.bytes(width)
		if err != nil {
			return err
		}
		i := uint64(0)
		for at, c := range code {
			i |= uint64(c) << (8 * at)
		}
		switch {
		case i >= n:
			return errors.New("the server's answer has a code without a value")
		case w.nullable && i == 0:
			b.Null()
		case texts != nil:
			b.AppendCode(texts[i])
		default:
			values.Copy(b, int(i))
		}
	}
	return nil
}
