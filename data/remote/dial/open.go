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

// mostRows is the greatest number of rows of a table that is read.
const mostRows = 100_000_000

// Open reads the table of an address with all of its rows. The password comes from the address, or from passwordOf.
// progress may be nil. No error contains a password.
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

// Table connects to the server of an address and describes the table. The rows stay on the server. The password is
// found as in Open. The caller closes the server.
func Table(ctx context.Context, text string) (remote.Server, *remote.Table, error) {
	s, of, err := (*Passwords)(nil).Table(ctx, text)
	return s, of, addPasswordHint(err)
}

// Table does what the function Table does, and also uses the passwords that a person typed. The error is a *Locked if
// the server needs another password.
func (p *Passwords) Table(ctx context.Context, text string) (remote.Server, *remote.Table, error) {
	a, password, err := remote.ParseAddress(text)
	if err != nil {
		return nil, nil, err
	}
	if a.Table == "" {
		return nil, nil, errors.New("the address names no table: put ?table=name behind the database, or ?query= " +
			"and a query")
	}
	if password == "" {
		password = p.Find(a)
	} else if p != nil {
		p.Remember(a, password)
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

// All reads all rows of a table. A note names the columns whose types Cardinal does not read.
func All(ctx context.Context, s remote.Server, of *remote.Table, progress func(done float64)) (*data.Table, error) {
	q := remote.Question{Most: mostRows, Progress: progress}
	var names []string
	for _, c := range of.Columns {
		if c.Type == data.Null {
			continue
		}
		names = append(names, s.Dialect().Value(c))
		q.Columns = append(q.Columns, c.Result())
	}
	if len(names) == 0 {
		return nil, errors.New("Cardinal reads none of its columns: " + strings.Join(of.OmissionNotes(), "; "))
	}
	perRow := int64(len(names)) * 16 // the value, and a second copy while the column is made
	if free, known := memory.Free(); known {
		if need := of.Rows * perRow; need > free {
			return nil, separators.Errorf("its %d rows need about %d MB of memory, and %d MB are free: open a view "+
				"with fewer rows or columns", of.Rows, need>>20, free>>20)
		}
		q.Most = int(min(free/perRow, mostRows))
	}
	q.SQL = "SELECT " + strings.Join(names, ", ") + " FROM " + s.Dialect().From(of.Address)
	t, err := s.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	t.Name, t.Path, t.Format, t.Changed = of.Address.Table, of.Address.String(), of.Address.Kind, time.Now()
	t.Notes = slices.Concat(t.Notes, of.OmissionNotes(), of.Notes)
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
