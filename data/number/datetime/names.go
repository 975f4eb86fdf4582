package datetime

import (
	"bytes"
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

func byName(lists ...string) map[string]int {
	m := map[string]int{}
	for i, list := range lists {
		for name := range strings.FieldsSeq(list) {
			m[name] = i + 1
		}
	}
	return m
}

// lookUp returns the number of a name in any case, or 0 for another word.
func lookUp(names map[string]int, word []byte) int {
	if len(word) < 3 || len(word) > 12 {
		return 0
	}
	var lower [12]byte // of ASCII, without an allocation
	for i, c := range word {
		switch {
		case c >= utf8.RuneSelf:
			return names[string(bytes.ToLower(word))]
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return names[string(lower[:len(word)])]
}
