package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// function is a function of the language: its description, and how it is computed.
type function struct {
	query.Function
	// result is the type of the result.
	result func(args []shape) (shape, error)
	// of is the result of one row. Where nulls is false, a null argument makes the result null without a call.
	of    func(args []data.Value) data.Value
	nulls bool
	// inFloats says that the results are floats where some do not fit the type that result gives.
	inFloats bool
	// columns computes all rows at once, where that is much faster than row by row; nil: row by row.
	columns func(e *evaluator, args []vector, out shape) (vector, error)
}

// shapeOf is the type of the result for arguments of some types. It is an error where the function does not take them.
func (f *function) shapeOf(args []shape) (shape, error) {
	for i, s := range args {
		takes := f.Args[min(i, len(f.Args)-1)]
		if s.kind != data.Null && len(takes.Words) == 0 && takes.Takes&TypesOf(s.kind) == 0 {
			hint := ""
			if takes.Takes&TypesOf(data.Date) != 0 {
				hint = quotedDate(data.Date, s.kind)
			}
			return shape{}, fmt.Errorf("%s takes %s as its %s, and this is %s%s", f.Name, typeWords(takes.Takes), takes.Name, words[s.kind], hint)
		}
	}
	out, err := f.result(args)
	out.fixed = nil
	return out, err
}

// typeWords are types in a sentence.
func typeWords(t query.ColumnTypes) string {
	switch t {
	case query.Numbers:
		return "a number"
	case query.Dates:
		return "a date"
	case query.Bools:
		return "a condition"
	}
	return "a text"
}

// call computes a function for every row. Where the arguments have few combinations, it is computed once for
// each combination that occurs: once for each text of a dictionary.
func (e *evaluator) call(f *function, args []vector) (vector, error) {
	v, err := e.results(f, args)
	return folded(v, err, args...)
}

func (e *evaluator) results(f *function, args []vector) (vector, error) {
	shapes := make([]shape, len(args))
	for i := range args {
		shapes[i] = args[i].shape
	}
	out, err := f.shapeOf(shapes)
	switch {
	case err != nil:
		return vector{}, err
	case out.kind == data.Null:
		return nulls(), nil
	case f.columns != nil:
		v, err := f.columns(e, args, out)
		return v, inDigits(err, out)
	}
	v, err := e.resultsAs(f, args, out)
	if f == &numberIn && err == nil {
		v = e.settleNumbers(args[0], v)
	}
	if err = inDigits(err, out); f.inFloats && errors.Is(err, errFit) && slices.ContainsFunc(args, func(a vector) bool { return a.kind == data.Float }) {
		return e.resultsAs(f, args, shape{kind: data.Float})
	}
	return v, err
}

// resultsAs computes a function for every row, as values of a type.
func (e *evaluator) resultsAs(f *function, args []vector, out shape) (vector, error) {
	n := e.rows(args...)
	d := domainOf(args)
	if n == 1 || d.slots > max(n, 1<<12) {
		return e.compute(f, out, n, len(args), func(i int, row []data.Value) {
			for a := range args {
				row[a] = args[a].value(i)
			}
		})
	}
	return e.once(f, args, out, n, d)
}

// once computes the combinations of arguments that occur, and reads the rows' results from them.
func (e *evaluator) once(f *function, args []vector, out shape, n int, d domain) (vector, error) {
	codes, err := e.slots(args, n, d)
	if err != nil {
		return vector{}, err
	}
	first := memory.Make[int32](d.slots) // the row after the first one that has the combination; 0: none has
	var rows []int
	for i, slot := range codes {
		if first[slot] == 0 {
			rows = append(rows, i)
			first[slot] = int32(len(rows))
		}
	}
	few, err := e.compute(f, out, len(rows), len(args), func(at int, row []data.Value) {
		for a := range args {
			row[a] = args[a].value(rows[at])
		}
	})
	if err != nil {
		return few, err
	}
	err = e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			codes[i] = uint32(first[codes[i]] - 1)
		}
	})
	if err != nil {
		return few, err
	}
	return e.gather(few, codes)
}

// domain is the combinations that arguments can have, in mixed radix.
type domain struct {
	slots   int
	strides []int // of each argument; 0 of a constant
}

// domainOf is the domain of arguments; slots is math.MaxInt where they are too many to count.
func domainOf(args []vector) domain {
	d := domain{slots: 1, strides: make([]int, len(args))}
	for i, a := range args {
		var values uint64
		switch {
		case a.len() == 1:
			continue
		case a.kind == data.Float:
			values = math.MaxUint64
		case a.kind == data.Text:
			values = uint64(len(a.dict)) + 1
		default:
			values = uint64(a.hi) - uint64(a.lo) + 2 // 0 and 1 where the range is all of 64 bits
		}
		if values < 2 || values > 1<<31 || d.slots > math.MaxInt32/int(values) {
			d.slots = math.MaxInt
			return d
		}
		d.strides[i] = d.slots
		d.slots *= int(values)
	}
	return d
}

// slots is the combination of arguments of every row. Null is the first value of each argument.
func (e *evaluator) slots(args []vector, n int, d domain) ([]uint32, error) {
	out := memory.Make[uint32](n)
	for a, v := range args {
		stride := d.strides[a]
		if stride == 0 {
			continue
		}
		err := e.each(n, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				switch {
				case !v.valid.Get(i):
				case v.kind == data.Text:
					out[i] += uint32(stride) * (v.codes[i] + 1)
				default:
					out[i] += uint32(stride) * uint32(v.ints[i]-v.lo+1)
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// compute calls a function n times. row writes the arguments of call i.
func (e *evaluator) compute(f *function, out shape, n int, arguments int, row func(i int, args []data.Value)) (vector, error) {
	v := vector{shape: out, valid: data.NewBitmap(n)}
	var texts []string
	switch out.kind {
	case data.Float:
		v.floats = memory.Make[float64](n)
	case data.Text:
		texts = make([]string, n)
	default:
		v.ints = memory.Make[int64](n)
	}
	var mu sync.Mutex
	fits := true
	v.lo, v.hi = math.MaxInt64, math.MinInt64
	err := e.each(n, func(from, to int) {
		args := make([]data.Value, arguments)
		ok, lo, hi := true, int64(math.MaxInt64), int64(math.MinInt64)
		for i := from; i < to; i++ {
			row(i, args)
			result, fine := convert(f.apply(args), out)
			ok = ok && fine
			if result.IsNull() {
				continue
			}
			v.valid.Set(i)
			switch out.kind {
			case data.Float:
				v.floats[i] = result.Float
			case data.Text:
				texts[i] = result.Text
			default:
				var fine bool
				v.ints[i], fine = result.Int.Int64()
				ok = ok && fine
				lo, hi = min(lo, v.ints[i]), max(hi, v.ints[i])
			}
		}
		mu.Lock()
		defer mu.Unlock()
		fits, v.lo, v.hi = fits && ok, min(v.lo, lo), max(v.hi, hi)
	})
	switch {
	case err != nil:
		return v, err
	case !fits:
		return v, errFit
	}
	if v.hi < v.lo {
		v.lo, v.hi = 0, 0
	}
	v.lo, v.hi = min(v.lo, 0), max(v.hi, 0) // null rows hold 0
	if out.kind == data.Text {
		v.codes, v.dict = numbered(texts, v.valid)
	}
	return v, nil
}

// numbered gives equal texts one code.
func numbered(texts []string, valid data.Bitmap) ([]uint32, []string) {
	var all intern.Table
	codes := make([]uint32, len(texts))
	for i, s := range texts {
		if valid.Get(i) {
			codes[i] = all.Code([]byte(s))
		}
	}
	return codes, all.Values
}

// apply is the result of one row.
func (f *function) apply(args []data.Value) data.Value {
	if !f.nulls {
		for _, a := range args {
			if a.IsNull() {
				return data.Value{}
			}
		}
	}
	return f.of(args)
}
