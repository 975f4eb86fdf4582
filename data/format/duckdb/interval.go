package duckdb

import (
	"strconv"
	"strings"
	"time"
)

// appendInterval writes an interval as DuckDB does: 1 year 2 months 3 days 04:05:06.5.
func appendInterval(dst []byte, months, days int32, micros int64) []byte {
	from := len(dst)
	for _, part := range []struct {
		n    int32
		name string
	}{{months / 12, "year"}, {months % 12, "month"}, {days, "day"}} {
		if part.n == 0 {
			continue
		}
		dst = strconv.AppendInt(appendBlank(dst, from), int64(part.n), 10)
		dst = append(append(dst, ' '), part.name...)
		if part.n != 1 && part.n != -1 {
			dst = append(dst, 's')
		}
	}
	if micros != 0 || len(dst) == from {
		dst = appendClock(appendBlank(dst, from), micros)
	}
	return dst
}

func appendBlank(dst []byte, from int) []byte {
	if len(dst) > from {
		dst = append(dst, ' ')
	}
	return dst
}

// appendClock writes microseconds as hours, minutes and seconds. The hours may exceed 24.
func appendClock(dst []byte, micros int64) []byte {
	n := uint64(micros)
	if micros < 0 {
		dst, n = append(dst, '-'), -n
	}
	second := uint64(time.Second / time.Microsecond)
	dst = appendTwo(dst, int(n/second/3600))
	dst = appendTwo(append(dst, ':'), int(n/second/60%60))
	dst = appendTwo(append(dst, ':'), int(n/second%60))
	if rest := n % second; rest != 0 {
		digits := strconv.FormatUint(second+rest, 10)[1:]
		dst = append(append(dst, '.'), strings.TrimRight(digits, "0")...)
	}
	return dst
}
