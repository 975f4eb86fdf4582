package formula

import (
	"runtime"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/internal/memory"
)

func cores() int { return runtime.GOMAXPROCS(0) }

// choose is x in the rows where a condition is true, and y in the others.
func (e *evaluator) choose(test, x, y vector, out shape) (vector, error) {
	x, err := e.as(x, out)
	if err != nil {
		return x, err
	}
	if y, err = e.as(y, out); err != nil {
		return y, err
	}
	n := e.rows(test, x, y)
	v := vector{shape: out, lo: min(x.lo, y.lo, 0), hi: max(x.hi, y.hi, 0), valid: data.NewBitmap(n)}
	switch out.kind {
	case data.Float:
		v.floats = memory.Make[float64](n)
	case data.Text:
		v.codes = memory.Make[uint32](n)
		y, v.dict = joined(x, y)
	default:
		v.ints = memory.Make[int64](n)
	}
	ts := 1
	if test.len() == 1 {
		ts = 0
	}
	return v, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			from := &y
			if t := i * ts; test.kind != data.Null && test.valid.Get(t) && test.ints[t] != 0 {
				from = &x
			}
			at := i
			if from.len() == 1 {
				at = 0
			}
			if !from.valid.Get(at) {
				continue
			}
			v.valid.Set(i)
			switch out.kind {
			case data.Float:
				v.floats[i] = from.floats[at]
			case data.Text:
				v.codes[i] = from.codes[at]
			default:
				v.ints[i] = from.ints[at]
			}
		}
	})
}

// as gives a vector another type, which its values have, too.
func (e *evaluator) as(v vector, to shape) (vector, error) {
	var err error
	switch {
	case v.kind == data.Null:
		out := vector{shape: to, valid: data.Bitmap{0}}
		switch to.kind {
		case data.Float:
			out.floats = []float64{0}
		case data.Text:
			out.codes, out.dict = []uint32{0}, []string{""}
		default:
			out.ints = []int64{0}
		}
		return out, nil
	case to.kind == data.Float:
		v.floats, err = v.asFloats(e)
		v.ints = nil
	case to.kind == data.Text && v.kind != data.Text:
		v, err = e.call(&join, []vector{v})
	case v.kind == data.Date && to.kind == data.Timestamp:
		valid := v.valid
		v, err = e.combineInts('*', v, constant(data.IntValue(calendar.DaySeconds)), v.len())
		v.valid = valid
	}
	if err == nil && to.kind != data.Float && to.kind != data.Text {
		v, err = v.rescale(e, to.scale-v.scale)
	}
	v.shape = to
	return v, err
}

// joined gives the texts of y codes in the dictionary of x, which it extends.
func joined(x, y vector) (vector, []string) {
	dict := append([]string(nil), x.dict...)
	known := make(map[string]uint32, len(dict))
	for code, s := range dict {
		known[s] = uint32(code)
	}
	codes := make([]uint32, len(y.dict))
	for i, s := range y.dict {
		code, ok := known[s]
		if !ok {
			code = uint32(len(dict))
			dict = append(dict, s)
		}
		codes[i] = code
	}
	out := y
	out.codes = memory.Make[uint32](len(y.codes))
	for i, code := range y.codes {
		if int(code) < len(codes) { // null has no text
			out.codes[i] = codes[code]
		}
	}
	return out, dict
}
