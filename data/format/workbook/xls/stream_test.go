package xls

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"unicode/utf16"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
)

// stream makes the stream of a workbook of records.
type stream struct {
	bytes.Buffer
	version int
}

// pack writes numbers as they stand in records: an int in two bytes, others in their own size.
func pack(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.LittleEndian.AppendUint16(b, uint16(p))
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, p)
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(p))
		case byte:
			b = append(b, p)
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		}
	}
	return b
}

func (s *stream) add(kind int, parts ...any) {
	b := pack(parts...)
	s.Write(pack(kind, len(b)))
	s.Write(b)
}

// short makes a text with one byte for each character, behind its length; wide makes a text with two bytes for each.
func short(s string) []byte { return pack(len(s), byte(0), s) }

func wide(s string) []byte {
	units := utf16.Encode([]rune(s))
	b := pack(len(units), byte(flagWide))
	for _, u := range units {
		b = pack(b, int(u))
	}
	return b
}

// name makes the name of a sheet, whose length takes one byte.
func (s *stream) name(text string) []byte {
	if s.version == biff8 {
		return pack(byte(len(text)), byte(0), text)
	}
	return pack(byte(len(text)), text)
}

// book makes a workbook of one sheet, Sheet1. The styles are: plain, a date, [h]:mm, a percentage and $#,##0.00.
// globals and cells add records.
func book(version int, globals, cells func(*stream)) []byte {
	s := &stream{version: version}
	s.add(recBOF, version, 5, 0, 0, uint32(0), uint32(0))
	if version == biff8 {
		s.add(recFormat, 164, short(`"$"#,##0.00`))
	} else {
		s.add(recFormat, 164, byte(11), `"$"#,##0.00`)
	}
	for _, format := range []int{0, 14, 46, 10, 164} {
		s.add(recXF, 0, format, uint32(0), uint32(0), uint32(0), uint32(0))
	}
	at := s.Len() + 4
	s.add(recBoundSheet, uint32(0), byte(0), byte(0), s.name("Sheet1"))
	if globals != nil {
		globals(s)
	}
	s.add(recEOF)
	binary.LittleEndian.PutUint32(s.Bytes()[at:], uint32(s.Len()))
	s.add(recBOF, version, 0x10, 0, 0, uint32(0), uint32(0))
	cells(s)
	s.add(recEOF)
	return s.Bytes()
}

func read(b []byte) (*data.Table, error) {
	return readAs(b, "", sheet.Wish{})
}

func readAs(b []byte, name string, wish sheet.Wish) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), 0, name, wish, func(float64) {})
}

// label, number and formula are cells. Texts and formulas are in the first column.
func (s *stream) label(row int, text string) {
	if s.version == biff8 {
		s.add(recLabel, row, 0, 0, wide(text))
		return
	}
	s.add(recLabel, row, 0, 0, len(text), text)
}

func (s *stream) number(row, column, style int, n float64) {
	s.add(recNumber, row, column, style, n)
}

func (s *stream) formula(row int, value []byte) {
	s.add(recFormula, row, 0, 0, value, 0, uint32(0), 0)
}
