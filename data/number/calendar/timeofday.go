package calendar

import (
	"fmt"
	"math"
)

// AppendTimeOfDay writes a time of day, counted in 10^-digits seconds, as hh:mm:ss, with its fraction if not 0.
func AppendTimeOfDay(dst []byte, v int64, digits int) []byte {
	unit := int64(math.Pow10(digits))
	if v < 0 {
		dst, v = append(dst, '-'), -v
	}
	s := v / unit
	dst = fmt.Appendf(dst, "%02d:%02d:%02d", s/3600, s/60%60, s%60)
	if f := v % unit; f != 0 {
		dst = fmt.Appendf(dst, ".%0*d", digits, f)
	}
	return dst
}
