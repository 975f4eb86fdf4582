package formula

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Rows are the rows for which an expression is computed: the rows of a table, or any other rows with a column for each
// leaf.
type Rows struct {
	N     int                                      // the number of rows
	Table *data.Table                              // the table whose columns the conditions name; nil: no table
	Leaf  func(*query.Arith) (*data.Column, error) // the column of a leaf
	Key   func(f query.Field) (*key.Column, error) // the key column of a field of Table
}

// OfTable returns the rows of a table. encode makes the key columns.
func OfTable(t *data.Table, encode func(f query.Field) (*key.Column, error)) Rows {
	return Rows{t.Rows, t, func(leaf *query.Arith) (*data.Column, error) { return t.Column(leaf.Column) }, encode}
}

// evaluator computes whole columns, one node of an expression after the other.
type evaluator struct {
	Rows
	ctx    context.Context
	n      int
	byZero data.Bitmap // the rows in which some divisor is zero; nil: no row
	beyond bool        // exact results might not fit 64 bits, so that floats were computed
	notes  []string    // notes of the function number() on its texts
}

// Column computes an expression for each row and returns the results as a column of the given name. If exact results
// might not fit, numbers are computed in floats, and the column has the note InFloats. Column returns an error if an
// operator or a function does not take the types of its operands, and when ctx ends.
func Column(ctx context.Context, name string, a *query.Arith, rows Rows) (*data.Column, error) {
	e := &evaluator{Rows: rows, ctx: ctx, n: rows.N}
	v, err := e.eval(a)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errFit):
		return nil, &Overflow{a.String()}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", a, err)
	case v.kind == data.Null:
		return nil, fmt.Errorf("%s is null in every row", a)
	}
	c, err := e.column(v, name)
	if err != nil {
		return nil, err
	}
	c.ByZero = e.withoutValue(c)
	if e.beyond {
		e.note(InFloats)
	}
	c.Note = strings.Join(e.notes, "; ")
	return c, nil
}

// InFloats is the note on a column that was computed in floats, since exact results might not fit.
const InFloats = "computed in floats of 16 digits, since exact results may need more than 64 bits or 18 places"

// withoutValue returns the rows in which a divisor is zero and c is null, or nil if there are no such rows. c need not
// be null if a divisor is zero, since if() may choose another value.
func (e *evaluator) withoutValue(c *data.Column) data.Bitmap {
	if e.byZero == nil || c.Valid == nil {
		return nil
	}
	some := uint64(0)
	for i, valid := range c.Valid {
		e.byZero[i] &^= valid
		some |= e.byZero[i]
	}
	if some == 0 {
		return nil
	}
	return e.byZero
}

// Overflow is the error that exact results might not fit.
type Overflow struct{ Expr string }

func (o *Overflow) Error() string {
	return separators.Sprintf("%s: results may need more than 64 bits, or more than %d places: multiply by 1.0e0 to "+
		"compute in floats", o.Expr, maxScale)
}

// eval computes a node for every row.
func (e *evaluator) eval(a *query.Arith) (vector, error) {
	switch {
	case e.ctx.Err() != nil:
		return vector{}, e.ctx.Err()
	case a.Op == '~':
		arg, err := e.eval(a.Args[0])
		if err != nil {
			return arg, err
		}
		return e.arithmetic('-', constant(data.IntValue(0)), arg)
	case a.Op != 0:
		args, err := each.Try(a.Args, e.eval)
		if err != nil {
			return vector{}, err
		}
		return e.arithmetic(a.Op, args[0], args[1])
	case a.If != nil:
		return e.condition(a.If)
	case a.Call != "":
		return e.callNode(a)
	case a.Number != "":
		return constant(literal(a.Number)), nil
	case a.Literal != nil:
		v, err := literalValue(a.Literal)
		if v.IsNull() {
			return nulls(), err
		}
		if _, fits := v.Int.Int64(); !fits {
			err = errDigits
		}
		return constant(v), err
	}
	c, err := e.Leaf(a)
	if err != nil {
		return vector{}, unknown(err, a)
	}
	return e.load(c), nil
}

// unknown adds a hint to the error about a column that does not exist: how texts are written, also the empty text.
func unknown(err error, a *query.Arith) error {
	if a.Measure != nil {
		return err
	}
	return fmt.Errorf("%w; a text stands in single quotes: '%s'", err, a.Column)
}

// callNode computes a function, or a part of a date.
func (e *evaluator) callNode(a *query.Arith) (vector, error) {
	if a.IsPart() {
		return e.part(a)
	}
	f := functionNamed(a.Call)
	args, err := each.Try(a.Args, e.eval)
	if err != nil {
		return vector{}, err
	}
	return e.call(f, args)
}

// part computes a part of a date or bins: the labels of the key column.
func (e *evaluator) part(a *query.Arith) (vector, error) {
	k, err := e.keyOf(a)
	if err != nil {
		return vector{}, err
	}
	labels := each.Times(k.Card, func(code int) data.Value { return k.Label(uint32(code)) })
	few := e.load(labelColumn(a.Call, labels, k.Unit))
	values := room(few.kind, k.Card)
	err = e.run(k.Card, nil, func(b *batch) {
		l := few.rows(b)
		values.keep(b, &l)
	})
	values.settle(k.Card)
	places := func(b *batch) []uint32 { return widened(b.codes.take(b.n), k.Codes, b.lo, 0) }
	return look(few, lookup{values, k.Card, places}), err
}

// labelColumn makes a column of labels. Periods longer or shorter than days stay periods.
func labelColumn(name string, labels []data.Value, unit calendar.Unit) *data.Column {
	if unit == 0 || unit == calendar.Days {
		return data.FromValues(name, labels)
	}
	starts, valid := make([]int64, len(labels)), data.NewBitmap(len(labels))
	for i, v := range labels {
		if !v.IsNull() {
			valid.Set(i)
			starts[i], _ = v.Int.Int64()
		}
	}
	c := data.NewInts(name, data.PeriodValue(unit, 0).Type, 0, starts, valid)
	c.Unit = unit
	return c
}

func (e *evaluator) keyOf(a *query.Arith) (*key.Column, error) {
	if of := a.Args[0]; of.Op == 0 && of.Column != "" && e.Key != nil {
		f, err := a.PartOf(of.Column)
		if err != nil {
			return nil, err
		}
		return e.Key(f)
	}
	v, err := e.eval(a.Args[0])
	if err != nil {
		return nil, err
	}
	name := a.Args[0].String()
	f, err := a.PartOf(name)
	if err != nil {
		return nil, err
	}
	c, err := e.column(v, name)
	if err != nil {
		return nil, err
	}
	return key.Encode(e.ctx, data.NewTable("", []*data.Column{c}), f)
}
