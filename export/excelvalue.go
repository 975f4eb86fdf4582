package export

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/number/calendar"
)

// The kinds of Loss in a workbook.
const (
	lostDigits    = "a number of more than 15 significant digits written as text"
	lostFinite    = "an infinity or NaN written as text"
	lostDate      = "a date outside 1900-03-01 to 9999-12-31 written as text"
	lostFraction  = "a time rounded to the millisecond"
	lostTail      = "a text cut at 32,767 characters"
	lostCharacter = "a character that workbooks cannot hold replaced"
)

// Excel's limits, and the number of the day 1970-01-01 in Excel. Days before 1900-03-01 cannot be represented, since
// Excel counts a 29th of February in 1900.
const (
	maxSheetRows = 1_048_576
	maxSheetCols = 16_384
	maxCellUnits = 32_767
	maxDigits    = 15
	epochDay     = 25_569
	firstDay     = 61 - epochDay
	lastDay      = 2_958_465 - epochDay
)

// excelValue returns the value of a cell for v (nil, bool, float64 or string), and the kind of Loss, or "".
func excelValue(v data.Value) (cell any, loss string) {
	if v.Unit == calendar.Quarters || v.Unit == calendar.Weeks { // no number format shows quarters or weeks
		return v.String(), ""
	}
	switch v.Type {
	case data.Null:
		return nil, ""
	case data.Bool:
		return v.Int.Sign() != 0, ""
	case data.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return v.String(), lostFinite
		}
		if v.Float == 0 {
			return 0., "" // also for -0
		}
		return v.Float, ""
	case data.Int, data.Decimal:
		// both floats are exact, so that their quotient is the nearest float
		if n, ok := v.Int.Int64(); ok && n > -1e15 && n < 1e15 {
			return float64(n) / math.Pow10(v.Scale), ""
		}
		s := v.String()
		if digits(s) > maxDigits {
			return s, lostDigits
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return s, lostDigits
		}
		return f, ""
	case data.Date:
		if n, ok := v.Int.Int64(); ok && n >= firstDay && n <= lastDay {
			return float64(n + epochDay), ""
		}
		return v.String(), lostDate
	case data.Timestamp:
		return excelTime(v)
	}
	return excelText(v.Text)
}

func excelTime(v data.Value) (any, string) {
	exact := v.Time()
	t := exact.Round(time.Millisecond)
	sec := t.Unix()
	if sec < firstDay*86400 || sec >= (lastDay+1)*86400 {
		return v.String(), lostDate
	}
	loss := ""
	if !t.Equal(exact) {
		loss = lostFraction
	}
	ms := t.UnixMilli()
	return epochDay + float64(ms)/86_400_000, loss
}

func excelText(s string) (any, string) {
	loss := ""
	units, cut := 0, len(s)
	for i, r := range s {
		n := 1
		if r >= 0x10000 {
			n = 2
		}
		if units += n; units > maxCellUnits {
			cut, loss = i, lostTail
			break
		}
		if !isXMLChar(r) {
			loss = lostCharacter
		}
	}
	if loss == "" && !utf8.ValidString(s) {
		loss = lostCharacter
	}
	return escapeUnderscores(strings.ToValidUTF8(s[:cut], "\uFFFD")), loss
}

// underscore replaces an underscore that readers of a workbook would take for the beginning of an escaped character,
// _xHHHH_. It is a noncharacter of Unicode, which no text has. When the workbook is written, underscore becomes
// _x005F_, the escape of an underscore. The library's own escaping is not used, because it loses _xD83D_, and the
// second of two escapes that share an underscore.
const underscore = "\uFDD0"

// escapeUnderscores replaces the underscores of a text that begin something like an escape by underscore.
func escapeUnderscores(s string) string {
	var out strings.Builder
	from := 0
	for i := 0; i+7 <= len(s); i++ {
		if s[i] == '_' && s[i+1] == 'x' && s[i+6] == '_' && !strings.ContainsFunc(s[i+2:i+6], isNoHex) {
			out.WriteString(s[from:i])
			out.WriteString(underscore)
			from = i + 1
		}
	}
	if from == 0 {
		return s
	}
	return out.String() + s[from:]
}

func isNoHex(r rune) bool {
	return (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'f')
}

// escaping is a writer that replaces underscore by _x005F_.
type escaping struct {
	to   io.Writer
	held []byte // the bytes at the end of the last write that may begin an underscore
}

// Write implements io.Writer.
func (e *escaping) Write(p []byte) (int, error) {
	all := p
	if len(e.held) > 0 {
		all = slices.Concat(e.held, p)
	}
	all = bytes.ReplaceAll(all, []byte(underscore), []byte("_x005F_"))
	n := 0
	for k := 1; k < len(underscore); k++ {
		if bytes.HasSuffix(all, []byte(underscore[:k])) {
			n = k
		}
	}
	held := bytes.Clone(all[len(all)-n:])
	if _, err := e.to.Write(all[:len(all)-n]); err != nil {
		return 0, err
	}
	e.held = held
	return len(p), nil
}

// isXMLChar reports whether XML 1.0 allows the character.
func isXMLChar(r rune) bool {
	return r >= 0x20 && r != 0xFFFE && r != 0xFFFF || r == '\t' || r == '\n' || r == '\r'
}

// digits counts the significant digits of a plain decimal number.
func digits(s string) int {
	s = strings.TrimLeft(s, "-")
	if strings.Contains(s, ".") {
		s = strings.TrimRight(s, "0")
	}
	s = strings.Replace(s, ".", "", 1)
	return len(strings.Trim(s, "0"))
}
