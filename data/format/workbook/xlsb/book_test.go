package xlsb

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"testing"
	"unicode/utf16"

	"cardinal/data"
	"cardinal/data/datatest"
	"cardinal/data/format/workbook/sheet"
)

// pack writes numbers as they stand in records: an int in four bytes, others in their own size, and a text
// behind its length.
func pack(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(p))
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, p)
		case byte:
			b = append(b, p)
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(p))
		case string:
			units := utf16.Encode([]rune(p))
			b = binary.LittleEndian.AppendUint32(b, uint32(len(units)))
			for _, u := range units {
				b = binary.LittleEndian.AppendUint16(b, u)
			}
		case []byte:
			b = append(b, p...)
		}
	}
	return b
}

// rec makes a record.
func rec(kind int, parts ...any) []byte {
	data := pack(parts...)
	head := []byte{byte(kind)}
	if kind > 127 {
		head = []byte{byte(kind) | 0x80, byte(kind >> 7)}
	}
	length := len(data)
	for ; length > 127; length >>= 7 {
		head = append(head, byte(length)|0x80)
	}
	return append(append(head, byte(length)), data...)
}

// row makes the record of a row, from 0, and cell the record of a cell.
func row(n int) []byte { return rec(recRow, n, 0, uint16(0), byte(0), byte(0)) }

func cell(kind, column, style int, value any) []byte { return rec(kind, column, style, value) }

const links = `<Relationships>`

// book makes a workbook of one sheet from its records. Further parts replace the default parts, and further records
// end the main part. The styles are: plain, a date, $0.00.
func book(t testing.TB, rows []byte, further []byte, parts map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"_rels/.rels": links +
			`<Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
		"xl/_rels/workbook.bin.rels": links +
			`<Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.bin"/><Relationship Id="r2" Type="x/styles" Target="styles.bin"/>` +
			`<Relationship Id="r3" Type="x/sharedStrings" Target="sharedStrings.bin"/><Relationship Id="r4" Type="x/chartsheet" Target="chart.bin"/></Relationships>`,
		"xl/workbook.bin": string(bytes.Join([][]byte{rec(131), rec(recSheet, 0, 2, "r4", "Chart"),
			rec(recSheet, 0, 1, "r1", "Sheet1"), further}, nil)),
		"xl/styles.bin": string(bytes.Join([][]byte{rec(recFormat, uint16(164), `"$"0.00`),
			rec(recStyle, uint16(0), uint16(22)), rec(recBeginStyles, 3), rec(recStyle, uint16(0), uint16(0)),
			rec(recStyle, uint16(0), uint16(14)), rec(recStyle, uint16(0), uint16(164)), rec(recEndStyles)}, nil)),
		"xl/sharedStrings.bin": string(bytes.Join([][]byte{rec(recSharedText, byte(0), "head"),
			rec(recSharedText, byte(1), "smile 😀", 1, 0)}, nil)),
		"xl/worksheets/sheet1.bin": string(bytes.Join([][]byte{rec(recBeginRows), rows, rec(recEndRows)}, nil)),
	}
	for name, text := range parts {
		all[name] = text
	}
	return datatest.Zip(t, all)
}

func read(b []byte) (*data.Table, error) {
	return readAs(b, "", sheet.Wish{})
}

func readAs(b []byte, name string, wish sheet.Wish) (*data.Table, error) {
	return Open(context.Background(), bytes.NewReader(b), int64(len(b)), 0, name, wish, func(float64) {})
}
