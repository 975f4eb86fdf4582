package load

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/data/store/kept"
	"cardinal/data/web"
)

// arriving is the share of the progress for the arrival of the bytes. The rest is for reading the arrived bytes.
const arriving = 0.8

// openAddress reads the file at an address.
func openAddress(ctx context.Context, address string, o Options) (*data.Table, error) {
	name := web.Name(address)
	p := &progress{tell: o.Progress}
	f := o.far
	if f == nil {
		var err error
		if f, err = openWeb(ctx, address, o.Kept, func(share float64) {
			p.report(arriving * share)
		}); err != nil {
			return nil, err
		}
		defer f.Close()
	}
	o.Progress = func(done float64) { p.report(arriving + (1-arriving)*done) }
	if o.WillRead == nil {
		o.WillRead = func(int64, int64) {}
	}
	t, err := read(ctx, name, far{f, func(ranges [][2]int64) error {
		o.WillRead(f.Announce(ranges), f.Size)
		return nil
	}}, f.Size, o)
	switch failed := f.Err(); {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("opening %s was cancelled: %w", name, ctx.Err())
	case failed != nil: // it caused the error of the reader, if there is one
		return nil, plain{"cannot open " + name + ": " + failed.Error(), failed}
	case err != nil:
		return nil, err
	}
	t.Path, t.Size, t.Changed, t.Notes = f.Address, f.Size, f.Changed, append(t.Notes, f.Notes...)
	return t, nil
}

// openWeb asks for the beginning of the file at an address.
func openWeb(ctx context.Context, address string, folder *kept.Folder,
	tell func(share float64)) (*web.File, error) {
	f, err := web.Open(ctx, address, folder, tell)
	switch {
	case ctx.Err() != nil && err != nil:
		return nil, fmt.Errorf("opening %s was cancelled: %w", web.Name(address), ctx.Err())
	case err != nil:
		return nil, plain{"cannot open " + web.Name(address) + ": " + err.Error(), err}
	}
	return f, nil
}

// far is a file at an address, with the function to which its reader announces ranges.
type far struct {
	*web.File
	announce func(ranges [][2]int64) error
}

// Announcer returns the function that takes announced ranges.
func (f far) Announcer() func(ranges [][2]int64) error { return f.announce }
