package hostile

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// binaryBook makes a binary workbook whose sheet repeats some bytes.
func binaryBook(head, body string, pieces int) func(*testing.T) []byte {
	return book(part{}, map[string]part{
		"_rels/.rels":                {head: strings.ReplaceAll(fileLinks, "workbook.xml", "workbook.bin")},
		"xl/_rels/workbook.bin.rels": {head: strings.ReplaceAll(bookLinks, "sheet1.xml", "sheet1.bin")},
		"xl/workbook.bin":            {head: "\x9c\x01\x1a\x00\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00r\x00I\x00d\x001\x00\x01\x00\x00\x00S\x00"},
		"xl/worksheets/sheet1.bin":   {head, body, pieces, ""},
	})
}

// record makes a record of an old workbook from its kind and its data, in numbers of two bytes.
func record(kind int, data ...int) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(kind))
	b = binary.LittleEndian.AppendUint16(b, uint16(2*len(data)))
	for _, n := range data {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return b
}

// oldBook makes an old workbook of one sheet, with further records of the workbook and of the sheet.
func oldBook(global []byte, cells ...[]byte) func(*testing.T) []byte {
	return func(*testing.T) []byte {
		begin := record(0x0809, 0x0600, 5, 0, 0)
		sheet := record(0x0085, 0, 0, 0, 0x0001, int('S'))
		at := len(begin) + len(sheet) + len(global) + 4
		binary.LittleEndian.PutUint32(sheet[4:], uint32(at))
		return bytes.Join([][]byte{begin, sheet, global, record(0x000A), record(0x0809, 0x0600, 0x10, 0, 0),
			bytes.Join(cells, nil), record(0x000A)}, nil)
	}
}

// oldBookBombs returns old workbooks and binary workbooks.
func oldBookBombs() []bomb {
	one := record(0x0203, 0, 0, 0, 0, 0, 0, 0x3FF0)
	header := func(change func(b []byte)) func(*testing.T) []byte {
		return func(*testing.T) []byte {
			b := make([]byte, 4<<10)
			copy(b, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
			b[30] = 9
			for i := 68; i < 1024; i += 4 {
				binary.LittleEndian.PutUint32(b[i:], 0xFFFFFFFE)
			}
			change(b)
			return b
		}
	}
	const rows, aRow, aCell = "\x91\x01\x00", "\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"\x0d\x08\x00\x00\x00\x00\x06\x00\x00\x00"
	texts := make([]int, 4000) // empty texts, and the flags of the last one
	return []bomb{
		{"one.xlsb", binaryBook(rows+aRow+aCell, "", 0), ""},
		{"cells.xlsb", binaryBook(rows+aRow, aCell, 1<<10), "cells.xlsb"},
		{"nothing.xlsb", binaryBook(rows+aRow+aCell, "\x01\x00", 1<<10), ""},
		{"rows.xlsb", binaryBook(rows, aRow, 1<<10), "rows.xlsb"},
		{"long.xlsb", binaryBook(rows+aRow+"\x05\xff\xff\xff\x7f", "\x00", 1<<10), "long.xlsb"},
		{"merged.xlsb", binaryBook(rows+aRow+aCell+"\x92\x01\x00",
			"\xb0\x01\x10\x00\x00\x00\x00\xff\xff\x0f\x00\x00\x00\x00\x00\xff\x3f\x00\x00", 200), ""},
		{"one.xls", oldBook(nil, one), ""},
		{"corner.xls", oldBook(nil, one, record(0x0203, 65535, 16383, 0, 0, 0, 0, 0x3FF0)), ""},
		{"beyond.xls", oldBook(nil, one, record(0x0203, 65535, 65535, 0, 0, 0, 0, 0x3FF0)), "beyond.xls"},
		{"merged.xls", oldBook(nil, one, bytes.Repeat(record(0x00E5, 2, 0, 65535, 0, 255, 0, 65535, 0, 16383),
			500_000)), ""},
		{"back.xls", oldBook(nil, bytes.Repeat(append(record(0x0203, 1, 0, 0, 0, 0, 0, 0x3FF0), one...), 500_000)), ""},
		{"endless.xls", oldBook(nil, one, bytes.Repeat(record(0x003C), 2_000_000)), ""},
		{"counted.xls", oldBook(record(0x00FC, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF), one), ""},
		{"empty.xls", oldBook(append(record(0x00FC, 0, 0, 0, 0), bytes.Repeat(record(0x003C, texts...), 1000)...), one),
			""},
		{"guide.xls", oldBook(record(0x00FC, 1, 0, 1, 0, 1, 0x7F04, 0xFFFF, 0xFFFF, 0), one), "guide.xls"},
		{"index.xls", oldBook(nil, record(0x00FD, 0, 0, 0, 0xFFFF, 0x7FFF)), "index.xls"},
		{"styles.xls", oldBook(bytes.Repeat(record(0x00E0, 0, 14), 200_000), one), "styles.xls"},
		{"nested.xls", oldBook(nil, bytes.Repeat(record(0x0809, 0x0600, 0x20), 1_000_000)), "nested.xls"},
		{"within.xls", func(*testing.T) []byte { // sheets without a cell, each within the one before it
			const n = 100_000
			begin, sheet := record(0x0809, 0x0600, 5, 0, 0), record(0x0085, 0, 0, 0, 0x0001, int('S'))
			first := len(begin) + n*len(sheet) + 4
			b := begin
			for i := range n {
				binary.LittleEndian.PutUint32(sheet[4:], uint32(first+i*len(begin)))
				b = append(b, sheet...)
			}
			b = append(b, record(0x000A)...)
			return slices.Concat(b, bytes.Repeat(record(0x0809, 0x0600, 0x10, 0, 0), n),
				bytes.Repeat(record(0x000A), n))
		}, "within.xls"},
		{"cut.xls", func(t *testing.T) []byte { b := oldBook(nil, one)(t); return b[:len(b)-6] }, "cut.xls"},
		{"counts.xls", header(func(b []byte) {
			for i := 40; i < 76; i += 4 {
				binary.LittleEndian.PutUint32(b[i:], 0x7FFFFFFF)
			}
		}), "counts.xls"},
		{"circle.xls", header(func(b []byte) {
			binary.LittleEndian.PutUint32(b[48:], 1) // the directory
			binary.LittleEndian.PutUint32(b[76:], 0) // the table
			binary.LittleEndian.PutUint32(b[516:], 1)
		}), "circle.xls"},
		{"large.xls", header(func(b []byte) {
			binary.LittleEndian.PutUint32(b[48:], 1)
			binary.LittleEndian.PutUint32(b[76:], 0)
			root, book := b[1024:1152], b[1152:1280]
			for i := 68; i < 80; i += 4 {
				binary.LittleEndian.PutUint32(root[i:], 0xFFFFFFFF)
				binary.LittleEndian.PutUint32(book[i:], 0xFFFFFFFF)
			}
			root[66], book[66] = 5, 2
			binary.LittleEndian.PutUint32(root[76:], 1)
			copy(book, "B\x00o\x00o\x00k\x00\x00\x00")
			binary.LittleEndian.PutUint32(book[116:], 2)
			binary.LittleEndian.PutUint32(book[120:], 0xFFFFFFF0)
		}), "large.xls"},
	}
}
