package datetime

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// The names of months and weekdays in English, German, French and Spanish, with the number of each.
var (
	months = byName(
		"january jan januar jänner janvier janv enero ene",
		"february feb februar février fevrier févr fevr febrero",
		"march mar märz maerz mär mrz mars marzo",
		"april apr avril avr abril abr",
		"may mai mayo",
		"june jun juni juin junio",
		"july jul juli juillet juil julio",
		"august aug août aout agosto ago",
		"september sep sept septembre septiembre setiembre",
		"october oct oktober okt octobre octubre",
		"november nov novembre noviembre",
		"december dec dezember dez décembre déc diciembre dic")
	weekdays = byName(
		"monday mon montag lundi lunes",
		"tuesday tue tues dienstag mardi martes",
		"wednesday wed mittwoch mercredi miércoles miercoles",
		"thursday thu thur thurs donnerstag jeudi jueves",
		"friday fri freitag vendredi viernes",
		"saturday sat samstag sonnabend samedi sábado sabado",
		"sunday sun sonntag dimanche domingo")
)

// names is a hash table with open addressing: the names of months or weekdays in lower case, and the number of each.
type names [256]struct {
	text   string
	number int // 0: the slot is free
}

// spelling is a name in lower case, filled up with zeros.
type spelling [12]byte

// slot returns where the search for a name begins.
func (s *spelling) slot() uint8 {
	return uint8(binary.LittleEndian.Uint64(s[:]) * 0x9E3779B97F4A7C15 >> 56)
}

func byName(lists ...string) *names {
	n := new(names)
	for i, list := range lists {
		for text := range strings.FieldsSeq(list) {
			var s spelling
			copy(s[:], text)
			at := s.slot()
			for n[at].number > 0 {
				at++
			}
			n[at].text, n[at].number = text, i+1
		}
	}
	return n
}

// find returns the number of a name in any case, or 0 for another word.
func (n *names) find(word []byte) int {
	var s spelling
	if len(word) < 3 || len(word) > len(s) {
		return 0
	}
	for i, c := range word {
		switch {
		case c >= utf8.RuneSelf:
			if lower := bytes.ToLower(word); !bytes.Equal(lower, word) {
				return n.find(lower)
			}
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		s[i] = c
	}
	for at := s.slot(); n[at].number > 0; at++ {
		if n[at].text == string(s[:len(word)]) {
			return n[at].number
		}
	}
	return 0
}
