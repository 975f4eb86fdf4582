package parquet

import (
	"context"
	"errors"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/internal/separators"
)

// readChunk reads one column of one row group. Its error names the column and the row group.
func (l *loader) readChunk(ctx context.Context, c *column, g int) error {
	if c.tooWide.Load() {
		return nil
	}
	err := parallel.Guard(func() error { return l.readPages(ctx, c, g) })
	if errors.Is(err, errTooWide) && (c.frame != nil || c.as.fallback != nil) {
		c.tooWide.Store(true)
	} else if err != nil {
		if ctx.Err() != nil || errors.Is(err, errTooLarge) {
			return err
		}
		if errors.Is(err, parallel.ErrPanic) {
			err = errPages
		}
		return separators.Errorf("the Parquet file is damaged: column %q of row group %d cannot be read: %w", c.name,
			l.number(g), err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	if l.progress != nil {
		l.progress(min(1, float64(l.done)/float64(len(c.groups)*len(l.columns))))
	}
	return nil
}

func (l *loader) readPages(ctx context.Context, c *column, g int) error {
	if c.as.next != nil {
		return l.readTexts(ctx, c, g)
	}
	from, to, rows := l.starts[g], l.starts[g+1], l.declaredCount(c, g)
	into, first, err := c, from, error(nil)
	aside := l.fitsAside(c, g)
	switch {
	case aside:
		into, err = c.groupColumn(rows)
		first = 0
		defer c.free.Put(into)
	case l.part(g).rows != nil:
		into, first = &column{as: c.as}, 0
		err = into.allocate(nil, rows, 0)
	}
	if err == nil {
		err = l.decode(ctx, c, g, into, first, into.sink(first, first+rows))
	}
	if err != nil {
		return err
	}
	if aside {
		c.write(from, into, rows)
	} else {
		c.cool(from, to)
	}
	if c.groups[g].valid != nil && c.frame != nil && !c.frame.nulls {
		return errTooWide
	}
	return nil
}

// readTexts does what readPages does, for texts. It writes codes directly to the column if the column's codes have one
// byte and all codes of the row group fit.
func (l *loader) readTexts(ctx context.Context, c *column, g int) error {
	from, to, rows := l.starts[g], l.starts[g+1], l.declaredCount(c, g)
	p := &c.groups[g]
	if rare := c.rareTexts(); rare != nil {
		p.rare = true
		return l.readRare(ctx, c, g, rare[from:to])
	}
	var d *dictionary
	var room data.Codes
	p.dict, d, room = c.take(g)
	defer c.release(d)
	look := usedLookUps.Get().(*lookUps)
	defer usedLookUps.Put(look)
	p.from = len(d.Values)
	p.direct = room.U8 != nil && l.part(g).rows == nil
	if p.direct {
		p.codes = room.Range(from, to)
		codes, spilled := p.codes.U8, spill.Held(p.codes.U8)
		if spilled {
			codes = freeBytes.take(rows)
			defer freeBytes.give(codes)
		}
		err := l.decode(ctx, c, g, c, from, textsInto(codes, l, c, d, look))
		if p.direct = !errors.Is(err, errNarrow); p.direct && err != nil {
			return err
		}
		if spilled {
			spill.Write(p.codes.U8, codes)
		}
	}
	if !p.direct {
		codes := freeCodes.take(max(rows, to-from))
		defer freeCodes.give(codes)
		if err := l.decode(ctx, c, g, &column{as: c.as, codes: codes}, 0, textsInto(codes[:rows], l, c, d,
			look)); err != nil {
			return err
		}
		p.to = len(d.Values)
		if err := l.keepCodes(c, g, codes[:to-from]); err != nil {
			return err
		}
	}
	p.to = len(d.Values)
	grown := d.Bytes() - d.held
	d.held += grown
	if err := l.hold(grown); err != nil || !c.repeats || !d.Rare() || 9*(p.to-p.from) < 8*rows {
		return err
	}
	return l.stopNumbering(c)
}

// hold counts bytes of texts.
func (l *loader) hold(bytes int) error {
	if used := l.held.Add(int64(bytes)); l.limit > 0 && used > l.limit {
		return errTooLarge
	}
	return nil
}

// decode reads one column of one row group into sink s, which fills the rows of `into` from row `first` on.
func (l *loader) decode(ctx context.Context, c *column, g int, into *column, first int, s sink) error {
	pages, err := l.pages(c, g)
	if err != nil {
		return err
	}
	defer pages.release()
	from, to, rows, p := l.starts[g], l.starts[g+1], l.declaredCount(c, g), l.part(g)
	k := chunk{rows: rows, most: l.most, maxDef: c.maxDef, physical: c.physical, width: c.width, sink: s, part: p,
		firsts: p.firsts[c]}
	if c.listed {
		k.begins = data.NewBitmap(rows)
	}
	if err := k.read(ctx, pages); err != nil {
		return err
	}
	switch {
	case p.rows != nil:
		k.valid = p.pick(c, into, from, to-from, k.valid)
	case c.listed:
		if err := l.begin(g, k.begins); err != nil {
			return err
		}
	case l.list != "":
		k.valid = into.repeat(first, first+to-from, k.valid, rows, l.begins[g])
	}
	c.groups[g].valid = k.valid
	return nil
}

// part returns the rows of a row group that are read. Its field `rows` is nil if all rows are read.
func (l *loader) part(g int) part {
	if l.parts == nil || l.parts[g].rows == nil {
		return part{}
	}
	return l.parts[g]
}
