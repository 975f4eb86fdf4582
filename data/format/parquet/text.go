package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"

	"cardinal/data/number/calendar"
)

// nextBytes cuts a value off src. The length of the value precedes it.
func nextBytes(src []byte) (value, rest []byte, err error) {
	if len(src) < 4 {
		return nil, nil, errShort
	}
	n := uint64(binary.LittleEndian.Uint32(src))
	if n > uint64(len(src)-4) {
		return nil, nil, errShort
	}
	return src[4 : 4+n], src[4+n:], nil
}

// nextFixed returns a function that cuts a value of the given width off src.
func nextFixed(width int) func(src []byte) (value, rest []byte, err error) {
	return func(src []byte) (value, rest []byte, err error) {
		if width < 0 || len(src) < width {
			return nil, nil, errShort
		}
		return src[:width], src[width:], nil
	}
}

func formatHex(dst, value []byte) ([]byte, error) { return hex.AppendEncode(dst, value), nil }

func formatUUID(dst, value []byte) ([]byte, error) {
	for i, part := range [][]byte{value[:4], value[4:6], value[6:8], value[8:10], value[10:]} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return dst, nil
}

func formatInterval(dst, value []byte) ([]byte, error) {
	u := binary.LittleEndian.Uint32
	return fmt.Appendf(dst, "%d months %d days %d ms", u(value), u(value[4:]), u(value[8:])), nil
}

func formatTime32(dst, value []byte) ([]byte, error) {
	return calendar.AppendTimeOfDay(dst, int64(int32(binary.LittleEndian.Uint32(value))), 3), nil
}

func formatUint64(dst, value []byte) ([]byte, error) {
	return strconv.AppendUint(dst, binary.LittleEndian.Uint64(value), 10), nil
}

func formatTime64(digits int) func(dst, value []byte) ([]byte, error) {
	return func(dst, value []byte) ([]byte, error) {
		return calendar.AppendTimeOfDay(dst, int64(binary.LittleEndian.Uint64(value)), digits), nil
	}
}
