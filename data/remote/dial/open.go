package dial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// rowsAtMost is the most rows of a table that are read.
const rowsAtMost = 100_000_000

// Open reads the table of an address with all of its rows. The password is that of the address, or the one that
// passwordOf finds. progress may be nil. No error has a password in it.
func Open(ctx context.Context, text string, progress func(done float64)) (*data.Table, error) {
	s, of, err := Table(ctx, text)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	t, err := All(ctx, s, of, progress)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", of.Address.Table, err)
	}
	return t, nil
}

// Table connects to the server of an address and describes the table, whose rows stay there. The password is as
// in Open. Whoever asked closes the server.
func Table(ctx context.Context, text string) (remote.Server, *remote.Table, error) {
	s, of, err := (*Passwords)(nil).Table(ctx, text)
	return s, of, unkept(err)
}

// Table is the function Table with the passwords that a person typed. The error is a *Locked where the password
// is what is wrong.
func (p *Passwords) Table(ctx context.Context, text string) (remote.Server, *remote.Table, error) {
	a, password, err := remote.ParseAddress(text)
	if err != nil {
		return nil, nil, err
	}
	if a.Table == "" {
		return nil, nil, errors.New("the address names no table: put ?table=name behind the database")
	}
	if password == "" {
		password = p.Of(a)
	} else if p != nil {
		p.Typed(a, password)
	}
	s, of, err := table(ctx, a, password)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open %s: %w", a.Table, err)
	}
	return s, of, nil
}

func table(ctx context.Context, a remote.Address, password string) (remote.Server, *remote.Table, error) {
	s, err := Server(ctx, a, password)
	if err != nil {
		return nil, nil, err
	}
	of, err := s.Table(ctx, a.Table)
	if err == nil {
		err = s.Complete(ctx)
	}
	if err != nil {
		s.Close()
	}
	return s, of, err
}

// All reads all rows of a table. Columns whose types Cardinal does not read are named in a note.
func All(ctx context.Context, s remote.Server, of *remote.Table, progress func(done float64)) (*data.Table, error) {
	q := remote.Question{Most: rowsAtMost, Progress: progress}
	var names []string
	for _, c := range of.Columns {
		if c.Type == data.Null {
			continue
		}
		names = append(names, s.Dialect().Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	if len(names) == 0 {
		return nil, errors.New("Cardinal reads none of its columns: " + strings.Join(of.LeftOut(), "; "))
	}
	perRow := int64(len(names)) * 16 // the value, and a second copy while the column is made
	if free, known := memory.Free(); known {
		if need := of.Rows * perRow; need > free {
			return nil, separators.Errorf("its %d rows need about %d MB of memory, and %d MB are free: open a view with fewer rows or columns", of.Rows, need>>20, free>>20)
		}
		q.Most = int(min(free/perRow, rowsAtMost))
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.Dialect().From(of.Address)
	t, err := s.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	t.Name, t.Path, t.Format, t.Changed = of.Address.Table, of.Address.String(), of.Address.Kind, time.Now()
	t.Notes = slices.Concat(t.Notes, of.LeftOut(), of.Notes)
	for _, c := range of.Columns {
		if c.Note != "" && c.Type != data.Null {
			t.Notes = append(t.Notes, c.Name+": "+c.Note)
			read, err := t.Column(c.Name)
			if err != nil {
				return nil, err
			}
			read.Note = c.Note
		}
	}
	return t, nil
}
