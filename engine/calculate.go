package engine

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/expression/filter"
	"cardinal/engine/expression/formula"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Calculated returns t with a column for every calculated field. A table computes each column once, as long as the
// column is in use.
func (e *Engine) Calculated(ctx context.Context, t *data.Table, lets []query.Let) (*data.Table, error) {
	names := each.Of(lets, func(l query.Let) string { return l.Name })
	return e.state(t).calculate(ctx, lets, names, nil)
}

// calculate returns the table of the state with columns for the calculated fields in names, and for the calculated
// fields that they use.
func (s *tableState) calculate(ctx context.Context, lets []query.Let, names []string, once *once) (*data.Table, error) {
	return formula.Extend(s.table, lets, names, func(t *data.Table, l query.Let, a *query.Arith) (*data.Column, error) {
		return s.computeFor(ctx, t, l.Name, a, once)
	})
}

// derive returns the column of an expression over the columns of t.
func (s *tableState) derive(ctx context.Context, t *data.Table, expr string, once *once) (*data.Column, error) {
	a, err := query.ParseArith(expr)
	if err != nil {
		return nil, err
	}
	return s.computeFor(ctx, t, expr, a, once)
}

// compute returns the column of an expression over the columns of t, under a name.
func (s *tableState) compute(ctx context.Context, t *data.Table, name string, a *query.Arith) (*data.Column, error) {
	return s.kept(name, identity(t, a.String(), a), func() (*data.Column, error) {
		if err := s.room(t, 8*(1+len(a.Columns()))); err != nil {
			return nil, err
		}
		c, err := formula.Column(ctx, name, a, formula.OfTable(t, s.encoder(ctx, t)))
		if err != nil {
			return nil, err
		}
		c.Format = formatOf(t, a, c)
		return c, nil
	})
}

// only returns c with null in the rows that do not meet a condition. A nil c counts as a column that is true in every
// row.
func (s *tableState) only(ctx context.Context, t *data.Table, c *data.Column, where string) (*data.Column, error) {
	e, err := query.ParseRowCondition(where)
	if err != nil {
		return nil, err
	}
	id, name := "rows where "+identity(t, where, e), "rows"
	if c != nil {
		id, name = c.Name+" "+c.Computed+" where "+identity(t, where, e), c.Name
	}
	return s.kept(name, id, func() (*data.Column, error) {
		if err := s.room(t, 8); err != nil {
			return nil, err
		}
		rows, err := s.rowsWhere(ctx, t, e.On(formula.Today().Time()), RunOptions{}.complete().Threads)
		if err != nil {
			return nil, err
		}
		if c == nil {
			ones := make([]uint8, t.Rows)
			for i := range ones {
				ones[i] = 1
			}
			c = data.NewBools("rows", ones, nil)
		}
		return c.Only(rows.bits), nil
	})
}

// rowsWhere selects the rows of t that meet a condition.
func (s *tableState) rowsWhere(ctx context.Context, t *data.Table, e *query.Expr, threads int) (selection, error) {
	t, e, err := s.lower(ctx, t, e)
	if err != nil {
		return selection{}, err
	}
	found, err := filter.Select(ctx, t, e, filter.Options{
		Threads: threads, Zones: s.zones, Encode: s.encoder(ctx, t),
	})
	return selection{found.Rows, found.N, undefined(t, e), found.Morsels, found.Unread}, err
}

// lower computes the two sides of each comparison in a condition. It returns the table with these columns, and the
// condition over them.
func (s *tableState) lower(ctx context.Context, t *data.Table, e *query.Expr) (*data.Table, *query.Expr, error) {
	return formula.Lower(t, e, func(name string, a *query.Arith) (*data.Column, error) {
		return s.compute(ctx, t, name, a)
	})
}

// undefinedWhere calls undefined for the condition of a measure; where is "" if the measure has none. It takes no time,
// because the sides of the condition were already computed for the measure.
func (s *tableState) undefinedWhere(ctx context.Context, t *data.Table, where string) ([]*data.Column, error) {
	if where == "" {
		return nil, nil
	}
	e, err := query.ParseRowCondition(where)
	if err != nil {
		return nil, err
	}
	t, e, err = s.lower(ctx, t, e.On(formula.Today().Time()))
	if err != nil {
		return nil, err
	}
	return undefined(t, e), nil
}

// undefined lists the columns of a condition that have no value in some row because a divisor is zero.
func undefined(t *data.Table, e *query.Expr) (columns []*data.Column) {
	for _, name := range e.Columns() {
		if c, err := t.Column(name); err == nil && c.ByZero != nil && !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}

// keptColumns is how many computed columns are kept for a table.
const keptColumns = 32

// kept returns the computed column with an id. `make` computes the column if the state does not keep it yet.
func (s *tableState) kept(name, id string, make func() (*data.Column, error)) (*data.Column, error) {
	id = hashed(id)
	s.mu.Lock()
	at := slices.IndexFunc(s.computed, func(c *data.Column) bool { return c.Computed == id })
	var c *data.Column
	if at >= 0 {
		c = s.computed[at]
		s.computed = append(slices.Delete(s.computed, at, at+1), c)
	}
	s.mu.Unlock()
	if c == nil {
		var err error
		if c, err = make(); err != nil {
			return nil, err
		}
		c.Computed = id
		s.keep(c)
	}
	if c.Name != name { // the same expression was computed under another name
		named := *c
		named.Name = name
		c = &named
	}
	return c, nil
}

// hashed returns the hash of a text that identifies a computed column.
func hashed(id string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(id))) }

// encoder returns a function that makes key columns of t.
func (s *tableState) encoder(ctx context.Context, t *data.Table) func(f query.Field) (*key.Column, error) {
	return func(f query.Field) (*key.Column, error) { return s.encode(ctx, t, f) }
}

// keep adds a computed column, and drops the one that was not used for the longest time.
func (s *tableState) keep(c *data.Column) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.computed = append(s.computed, c)
	s.values.computed += c.Rows
	if len(s.computed) <= keptColumns {
		return
	}
	dropped := s.computed[0].Computed
	s.computed = slices.Delete(s.computed, 0, 1)
	for id := range s.keys {
		if id.computed == dropped {
			delete(s.keys, id)
		}
	}
}

// room returns an error if the memory cannot hold so many bytes for each row of t.
func (s *tableState) room(t *data.Table, bytes int) error {
	need := int64(bytes) * int64(t.Rows)
	free, known := memory.Free()
	if known && need > free/5*4 {
		debug.FreeOSMemory() // frees columns that nobody uses any more
		free, known = memory.Free()
	}
	if known && need > free/5*4 {
		return separators.Errorf("calculating takes about %d MB, and %d MB of memory are free; %s", need>>20, free>>20,
			memory.Advice())
	}
	return nil
}

// visitor is an expression or a condition.
type visitor interface {
	Visit(do func(*query.Arith), field func(query.Field))
}

// identity returns the text of an expression or a condition with all that its values depend on. Two calculated fields
// may have the same name, and today() is another day tomorrow.
func identity(t *data.Table, text string, of visitor) string {
	add := func(name string) {
		if c, err := t.Column(name); err == nil && c.Computed != "" {
			text += "\x1f" + c.Name + "=" + c.Computed
		}
	}
	if strings.Contains(text, " of today") {
		text += "\x1f" + formula.Today().String()
	}
	of.Visit(func(a *query.Arith) {
		switch {
		case a.Column != "":
			add(a.Column)
		case a.Call == "today":
			text += "\x1f" + formula.Today().String()
		}
	}, func(f query.Field) { add(f.Column) })
	return text
}

// formatOf returns the format of the numbers of a computed column. A duration keeps its own format. Any other result
// has the format of the columns that it is computed from, if all of them have the same one. Products, quotients, powers
// and functions of ownUnit have no format.
func formatOf(t *data.Table, a *query.Arith, c *data.Column) data.NumberFormat {
	none := data.NumberFormat{}
	if c.Format.Duration {
		return c.Format
	}
	if !c.Type.Numeric() || a.Op == '*' || a.Op == '/' || a.Op == '^' || a.IsPart() {
		return none
	}
	if a.Column != "" {
		if of, err := t.Column(a.Column); err == nil {
			return of.Format
		}
	}
	var all []data.NumberFormat
	for _, arg := range a.Args {
		if arg.If == nil && arg.Number == "" && arg.Literal == nil {
			all = append(all, formatOf(t, arg, c))
		}
	}
	if len(all) == 0 || slices.ContainsFunc(all, func(f data.NumberFormat) bool { return f != all[0] }) ||
		slices.Contains(ownUnit, a.Call) {
		return none
	}
	return all[0]
}

// ownUnit are the functions whose results are not in the unit of their arguments.
var ownUnit = []string{"len", "position", "datediff", "power", "sqrt", "exp", "ln", "log"}
