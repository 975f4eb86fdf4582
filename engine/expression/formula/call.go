package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// function is a function of the language: its description, and how it is computed.
type function struct {
	query.Function
	// result returns the type of the result.
	result func(args []shape) (shape, error)
	// of computes the result of one row. If nulls is false, of is not called with a null argument: the result is null.
	of    func(args []data.Value) data.Value
	nulls bool
	// inFloats says that all results become floats if a result does not fit the type that result returns.
	inFloats bool
	// ints is a faster form of the function if the first argument is an integer or a decimal. It returns a
	// function of the first argument's integer, which also reports whether the result fits 64 bits. ints is nil, or
	// returns nil, if there is no faster form.
	ints func(args []vector) func(n int64) (int64, bool)
	// columns computes whole columns, if this is much faster than row by row; nil: rows are computed one by one.
	columns func(e *evaluator, args []vector, out shape) (vector, error)
}

// shapeOf returns the type of the result, given the types of the arguments. It returns an error if the function does
// not take an argument of the given type.
func (f *function) shapeOf(args []shape) (shape, error) {
	for i, s := range args {
		takes := f.Args[min(i, len(f.Args)-1)]
		if s.kind != data.Null && len(takes.Words) == 0 && takes.Takes&TypesOf(s.kind) == 0 {
			hint := ""
			if takes.Takes&TypesOf(data.Date) != 0 {
				hint = quotedDate(data.Date, s.kind)
			}
			return shape{}, fmt.Errorf("%s takes %s as its %s, and this is %s%s", f.Name, typeWords(takes.Takes),
				takes.Name, words[s.kind], hint)
		}
	}
	out, err := f.result(args)
	out.fixed = nil
	return out, err
}

// typeWords names a type of arguments in a sentence.
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

// call computes a function for every row. If the arguments have few combinations of values, the function is computed
// once for each combination that occurs, e.g. for each text of a dictionary.
func (e *evaluator) call(f *function, args []vector) (vector, error) {
	v, err := e.results(f, args)
	return e.folded(v, err, args...)
}

func (e *evaluator) results(f *function, args []vector) (vector, error) {
	shapes := each.Times(len(args), func(i int) shape { return args[i].shape })
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
		v, err = e.settleNumbers(args[0], v)
	}
	if err = inDigits(err, out); f.inFloats && errors.Is(err, errFit) &&
		slices.ContainsFunc(args, func(a vector) bool { return a.kind == data.Float }) {
		return e.resultsAs(f, args, shape{kind: data.Float})
	}
	return v, err
}

// resultsAs computes a function for every row. The results have the type out.
func (e *evaluator) resultsAs(f *function, args []vector, out shape) (vector, error) {
	var varying []int
	for i := range args {
		if !args[i].constant() {
			varying = append(varying, i)
		}
	}
	if len(varying) == 0 {
		v, _, err := e.compute(f, out, args, 1, nil)
		return v, err
	}
	exact := out.kind.Numeric() && out.kind != data.Float && args[0].kind != data.Float
	if f.ints != nil && exact && len(varying) == 1 {
		if of := f.ints(args); of != nil {
			return e.computeInts(args[0], out, of)
		}
	}
	if one := args[varying[0]]; len(varying) == 1 && one.few != nil {
		few := slices.Clone(args)
		few[varying[0]].rows = one.few.values.part
		return e.computeFew(f, out, few, one.few.n, one.few.places)
	}
	if d := domainOf(args); d.slots <= max(e.n, 1<<12) {
		return e.once(f, args, out, d)
	}
	v, _, err := e.compute(f, out, args, e.n, e.byZero)
	return v, err
}

// computeFew computes a function for n combinations of arguments. The rows of the returned vector read their result at
// the index that places returns.
func (e *evaluator) computeFew(
	f *function, out shape, args []vector, n int, places func(b *batch) []uint32,
) (vector, error) {
	v, values, err := e.compute(f, out, args, n, nil)
	return look(v, lookup{values, n, places}), err
}

// domain numbers the combinations of values that arguments can have, in mixed radix. Null is value 0 of each argument.
type domain struct {
	slots   int
	strides []int // the weight of each argument; 0 for a constant
}

// domainOf returns the domain of arguments. slots is math.MaxInt if the domain has too many combinations to count.
func domainOf(args []vector) domain {
	d := domain{slots: 1, strides: make([]int, len(args))}
	for i, a := range args {
		var values uint64
		switch {
		case a.constant():
			continue
		case a.kind == data.Float:
			values = math.MaxUint64
		case a.kind == data.Text:
			values = uint64(len(a.dict)) + 1
		default:
			values = uint64(a.hi) - uint64(a.lo) + 2 // overflows to 0 or 1 if the range has nearly all 64-bit integers
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

// slotsOf returns the number of the combination of arguments in each row of a batch.
func (d domain) slotsOf(b *batch, args []vector) []uint32 {
	out := b.codes.take(b.n)
	clear(out)
	for a := range args {
		v, stride := &args[a], uint32(d.strides[a])
		if stride == 0 {
			continue
		}
		l := v.rows(b)
		for i := range out {
			switch {
			case !l.has(i):
			case v.kind == data.Text:
				out[i] += stride * (l.codes[i] + 1)
			case v.kind == data.Bool:
				out[i] += stride * uint32(l.bits[i>>6]>>(i&63)&1+1)
			default:
				out[i] += stride * uint32(l.ints[i]-v.lo+1)
			}
		}
	}
	return out
}

// argument returns the values of argument a in the given combinations.
func (d domain) argument(args []vector, a int, combinations []uint32) vector {
	v := args[a]
	if d.strides[a] == 0 {
		return v
	}
	values, lo, radix := room(v.kind, len(combinations)), v.lo, uint32(math.MaxUint32)
	if next := slices.IndexFunc(d.strides[a+1:], func(stride int) bool { return stride > 0 }); next >= 0 {
		radix = uint32(d.strides[a+1+next] / d.strides[a])
	}
	for i, slot := range combinations {
		at := slot / uint32(d.strides[a]) % radix
		if at == 0 {
			continue
		}
		data.Bitmap(values.valid).Set(i)
		switch v.kind {
		case data.Text:
			values.codes[i] = at - 1
		case data.Bool:
			values.bits[i>>6] |= uint64(at-1) << (i & 63)
		default:
			values.ints[i] = lo + int64(at-1)
		}
	}
	v.rows = values.part
	return v
}

// once computes the function once for each combination of arguments that occurs. Each row then reads the result of its
// combination.
func (e *evaluator) once(f *function, args []vector, out shape, d domain) (vector, error) {
	codes, err := data.MakeCodes(nil, e.n, d.slots)
	if err != nil {
		return vector{}, err
	}
	occurs := make([]atomic.Bool, d.slots)
	err = e.all(func(b *batch) {
		slots := d.slotsOf(b, args)
		for _, slot := range slots {
			if !occurs[slot].Load() {
				occurs[slot].Store(true)
			}
		}
		codes.Range(b.lo, b.lo+b.n).Narrow(slots)
	})
	if err != nil {
		return vector{}, err
	}
	var combinations []uint32
	places := memory.Make[uint32](d.slots)
	for slot := range occurs {
		if occurs[slot].Load() {
			places[slot] = uint32(len(combinations))
			combinations = append(combinations, uint32(slot))
		}
	}
	few := each.Times(len(args), func(a int) vector { return d.argument(args, a, combinations) })
	return e.computeFew(f, out, few, len(combinations), func(b *batch) []uint32 {
		slots := widened(b.codes.take(b.n), codes, b.lo, 0)
		return picked(slots, places, slots)
	})
}

// compute calls a function for n rows of arguments, and returns a vector of the results.
func (e *evaluator) compute(
	f *function, out shape, args []vector, n int, zeros data.Bitmap,
) (v vector, all lanes, err error) {
	v.shape, all = out, room(out.kind, n)
	tables := make([]*intern.Table, (n+pieceRows-1)/pieceRows) // tables of texts, one for each piece
	var found ends
	var beyond atomic.Bool
	err = e.run(n, zeros, func(b *batch) {
		operands, row := make([]lanes, len(args)), make([]data.Value, len(args))
		for a := range args {
			if args[a].kind != data.Null {
				operands[a] = args[a].rows(b)
			}
		}
		to, piece := all.part(b), b.lo/pieceRows
		if out.kind == data.Text && tables[piece] == nil {
			tables[piece] = &intern.Table{}
		}
		for i := range b.n {
			for a := range args {
				row[a] = args[a].value(&operands[a], i)
			}
			result, fits := convert(f.apply(row), out)
			if !fits {
				beyond.Store(true)
			}
			if result.IsNull() {
				continue
			}
			data.Bitmap(to.valid).Set(i)
			switch out.kind {
			case data.Float:
				to.floats[i] = result.Float
			case data.Text:
				to.codes[i] = tables[piece].Text(result.Text)
			case data.Bool:
				to.bits[i>>6] |= result.Int.Lo & 1 << (i & 63)
			default:
				if to.ints[i], fits = result.Int.Int64(); !fits {
					beyond.Store(true)
				}
			}
		}
		found.add(&to)
	})
	switch {
	case err != nil:
		return v, all, err
	case beyond.Load():
		return v, all, errFit
	}
	if out.kind == data.Text {
		v.dict, err = e.join(tables, all.codes)
	}
	all.settle(n)
	v.lo, v.hi, v.rows = found.lo, found.hi, all.part
	return v, all, err
}

// computeInts computes a function of integers for every row.
func (e *evaluator) computeInts(x vector, out shape, of func(n int64) (int64, bool)) (vector, error) {
	all := room(out.kind, e.n)
	var found ends
	var beyond atomic.Bool
	err := e.all(func(b *batch) {
		l, to := x.rows(b), all.part(b)
		b.keepValid(all.valid, l.valid)
		for i := range to.ints {
			if to.ints[i] = 0; l.has(i) {
				n, fits := of(l.ints[i])
				if to.ints[i] = n; !fits {
					beyond.Store(true)
				}
			}
		}
		found.add(&to)
	})
	if err == nil && beyond.Load() {
		err = errFit
	}
	all.settle(e.n)
	return vector{shape: out, lo: found.lo, hi: found.hi, rows: all.part}, err
}

// join merges the tables of the pieces, so that equal texts have the same code, and changes the codes accordingly.
func (e *evaluator) join(tables []*intern.Table, codes []uint32) ([]string, error) {
	pieces := make([]intern.Piece, len(tables))
	for i, t := range tables {
		pieces[i] = intern.Piece{Table: i, To: len(t.Values)}
	}
	dict, joined := intern.Join(tables, pieces)
	return dict, e.run(len(codes), nil, func(b *batch) {
		to, some := rowsOf(codes, b), joined[b.lo/pieceRows]
		for i, code := range to {
			if int(code) < len(some) { // the code of a null row is arbitrary
				to[i] = some[code]
			}
		}
	})
}

// apply computes the function for one row.
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
