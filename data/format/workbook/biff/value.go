package biff

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
	"unicode/utf8"

	"cardinal/data/format/workbook/sheet"
)

// RK decodes a number in four bytes: the upper half of a float, or an integer. A bit says whether it must be divided by
// 100.
func RK(b []byte) float64 {
	bits := binary.LittleEndian.Uint32(b)
	n := math.Float64frombits(uint64(bits&^3) << 32)
	if bits&2 != 0 {
		n = float64(int32(bits) >> 2)
	}
	if bits&1 != 0 {
		n /= 100
	}
	return n
}

// Uint16 returns the number at an offset of a record, or 0 if the record is too short.
func Uint16(record []byte, at int) int {
	if at+2 > len(record) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(record[at:]))
}

// Float returns the float in eight bytes.
func Float(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// errorTexts has the texts of errors in cells, by their codes.
var errorTexts = map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?",
	0x24: "#NUM!", 0x2A: "#N/A", 0x2B: "#GETTING_DATA"}

// Error returns a cell with an error.
func Error(number byte, texts *sheet.Texts) sheet.Cell {
	text, ok := errorTexts[number]
	if !ok {
		text = "#N/A"
	}
	return sheet.Cell{Kind: sheet.Error, Text: texts.Code([]byte(text))}
}

// Bool returns a cell with a truth value.
func Bool(value byte) sheet.Cell { return sheet.Cell{Kind: sheet.Bool, Number: float64(min(value, 1))} }

// AppendUTF8 appends a text that is in UTF-16.
func AppendUTF8(to []byte, units []uint16) []byte {
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if i+1 < len(units) {
				low = rune(units[i+1])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i++
			}
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}
