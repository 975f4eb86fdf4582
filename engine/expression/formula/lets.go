package formula

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// Extend returns t with a column for each calculated field in names, and for each calculated field that these use.
// compute makes the column of a field; its table has the columns that the expression reads. Extend returns an error if
// a calculated field uses itself, or has the name of a column or of another calculated field.
func Extend(t *data.Table, lets []query.Let, names []string, compute func(t *data.Table, l query.Let,
	a *query.Arith) (*data.Column, error)) (*data.Table, error) {
	if len(lets) == 0 {
		return t, nil
	}
	x := extension{table: t, lets: lets, compute: compute, made: make([]bool, len(lets))}
	if err := x.check(); err != nil {
		return nil, err
	}
	for _, name := range names {
		if i := x.find(name); i >= 0 {
			if err := x.add(i, nil); err != nil {
				return nil, err
			}
		}
	}
	return x.table, nil
}

type extension struct {
	table   *data.Table
	lets    []query.Let
	compute func(t *data.Table, l query.Let, a *query.Arith) (*data.Column, error)
	made    []bool
}

func (x *extension) check() error {
	for i, l := range x.lets {
		for _, name := range slices.Concat(x.table.LeftOut, data.Names(x.table.Columns)) {
			if strings.EqualFold(name, l.Name) {
				return fmt.Errorf("the table has a column %s already: give the calculated field %s another name",
					name, l.Name)
			}
		}
		for _, before := range x.lets[:i] {
			if strings.EqualFold(before.Name, l.Name) {
				return fmt.Errorf("two calculated fields are called %s: give one of them another name", l.Name)
			}
		}
	}
	return nil
}

// find returns the index of the calculated field with the given name, in upper or lower case, or -1.
func (x *extension) find(name string) int {
	return slices.IndexFunc(x.lets, func(l query.Let) bool { return strings.EqualFold(l.Name, name) })
}

// add computes a calculated field, and before it the fields that it uses. through lists the fields whose expressions
// led to this field, to detect a cycle.
func (x *extension) add(i int, through []string) error {
	l := x.lets[i]
	if x.made[i] {
		return nil
	}
	for at, name := range through {
		if name == l.Name {
			return fmt.Errorf("%s is calculated from itself: %s", name,
				strings.Join(append(through[at:], name), " uses "))
		}
	}
	a, err := query.ParseArith(l.Expr)
	if err != nil {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	for _, name := range a.Columns() {
		if used := x.find(name); used >= 0 {
			if err := x.add(used, append(through, l.Name)); err != nil {
				return err
			}
		}
	}
	c, err := x.compute(x.table, l, a)
	if err != nil {
		return fmt.Errorf("the calculated field %s: %w", l.Name, err)
	}
	x.table, x.made[i] = x.table.With(c), true
	return nil
}
