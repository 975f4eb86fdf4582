package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"cardinal/data"
	"cardinal/data/shape/lookup"
	"cardinal/engine"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/workspace"
)

// page is a pivot that becomes a sheet of a workbook.
type page struct {
	name  string
	tab   workspace.Tab
	query query.Query
	table *data.Table
	tier  string
	chart string
}

// checkBook refuses options that do not go with several pivots in one file.
func (o *options) checkBook() error {
	option := "--all-tabs"
	if o.by != "" {
		option = "--sheets-by"
	}
	format := export.FormatNamed(o.format)
	switch {
	case o.all && o.by != "":
		return usagef("--all-tabs and --sheets-by each say what the sheets are: give one of them")
	case !format.HoldsSeveral():
		return usagef("%s: %s holds one pivot; name a workbook or a web page: --out F.xlsx or F.html", option,
			format.Name)
	case o.profile != "" || o.compare != "":
		return usagef("%s: --profile and --compare are for one pivot; the sheet Profile has "+
			"the profiles of all", option)
	}
	return nil
}

// writeBook writes several pivots into one workbook: q once for each label of a field, or the pivots of all tabs.
func (o *options) writeBook(ctx context.Context, path string, q query.Query, s Streams) error {
	if err := o.checkBook(); err != nil {
		return err
	}
	if err := o.lock(ctx, s); err != nil {
		return err
	}
	pages := []page{{tab: o.tab, query: q, tier: o.tier}}
	var by query.Field
	var err error
	if o.all {
		pages, err = o.ofTabs()
	} else {
		by, err = o.field(pages)
	}
	if err != nil {
		return err
	}
	for i := range pages {
		out := o.output
		if err := out.keepChart(pages[i].tab.Chart); err != nil {
			return err
		}
		pages[i].chart = out.chart
	}
	e, done := newEngine(engine.Options{NoGPU: onHost(o.tier), Calibrations: engine.CalibrationFile()})
	defer done()
	t, err := o.kept.open(ctx, e, path, o.reading, o.tier, s)
	if err != nil {
		return err
	}
	printNotes(s, notesOn(t))
	printNotes(s, o.notes)
	if left := export.LeftOut(o.bare); left != "" {
		printNotes(s, []string{left})
	}
	if err := o.widen(ctx, t, pages, s); err != nil {
		return err
	}
	if !o.all {
		if pages, err = o.ofLabels(ctx, e, pages[0], by, s); err != nil {
			return err
		}
	}
	return o.writePages(ctx, e, path, pages, s)
}

// ofTabs returns a page with the pivot of each tab. It also sets the columns to read: those of all tabs.
func (o *options) ofTabs() (pages []page, err error) {
	wanted := []string{}
	for _, tab := range o.tabs {
		p := page{name: tab.Name, tab: tab, tier: o.tier}
		if p.query, err = tab.Query(); err != nil {
			return nil, fmt.Errorf("the tab %s: %w", tab.Name, err)
		}
		if !o.named["tier"] {
			p.tier = cmp.Or(tab.RunOn, o.tier)
		}
		if !slices.Contains(tierNames(), p.tier) {
			return nil, fmt.Errorf("the tab %s: there is no tier %q", tab.Name, p.tier)
		}
		sliced := p.query
		sliced.Rows = slices.Concat(sliced.Rows, tab.Slicers())
		pages, wanted = append(pages, p), append(wanted, sliced.Sources()...)
	}
	if len(o.reading.lookups) == 0 && !slices.ContainsFunc(o.tabs, looksUp) {
		slices.Sort(wanted)
		o.reading.wanted = slices.Compact(wanted)
	}
	return pages, nil
}

// field parses the field of --sheets-by. It also sets the columns to read: those of the pivot, and that of the field.
func (o *options) field(pages []page) (query.Field, error) {
	fields, err := query.ParseFields(o.by)
	if err == nil && len(fields) != 1 {
		err = fmt.Errorf("%q is not one field", o.by)
	}
	if err != nil {
		return query.Field{}, usagef("--sheets-by: %w", err)
	}
	all := pages[0].query
	all.Rows = append(slices.Clone(all.Rows), fields[0])
	o.reading.only(all)
	o.reading.passing(all)
	return fields[0], nil
}

// widen gives the pages their tables, with the columns that the tabs look up.
func (o *options) widen(ctx context.Context, t *data.Table, pages []page, s Streams) error {
	tables := map[string]*data.Table{"": t}
	for i := range pages {
		key, wide := "", t
		if o.all { // the columns of a single pivot's look-ups are in the table already
			for _, l := range pages[i].tab.Lookups {
				spec, err := l.Spec(filepath.Dir(o.kept.path))
				if err != nil {
					return err
				}
				key += spec.String() + "\x00"
				if tables[key] == nil {
					before := len(wide.Notes)
					if tables[key], err = o.reading.lookUp(ctx, wide, spec, lookup.Join, s); err != nil {
						return fmt.Errorf("the tab %s: %w", pages[i].name, err)
					}
					printNotes(s, tables[key].Notes[before:])
				}
				wide = tables[key]
			}
		}
		pages[i].table = wide
	}
	return nil
}

// ofLabels returns a pivot once for each label of a field. An order may name a label that some pages lack, but the
// pivot over all rows must have it.
func (o *options) ofLabels(ctx context.Context, e *engine.Engine, of page, by query.Field,
	s Streams) (pages []page, err error) {
	if len(of.query.Sorts) > 0 {
		a, err := o.answer(ctx, e, of.table, of.query, o.how(of.tier), s)
		if err == nil {
			err = checkOrders(a.Tab)
		}
		// the pivot may be too large even if its pages are not
		if err != nil && !errors.As(err, new(*dispatch.TooLarge)) {
			return nil, err
		}
	}
	labels, err := e.Pages(ctx, of.table, of.query, by, o.how(of.tier))
	for _, l := range labels {
		one := of
		one.name, one.query = l.Label, l.Query
		pages = append(pages, one)
	}
	return pages, err
}

// how returns the options to run a pivot on a tier.
func (o *options) how(tier string) engine.RunOptions {
	how := engine.RunOptions{Tier: engine.Tier(tier), Threads: o.threads, Strategy: o.strategy, Wait: gpuPatience(),
		Pivots: 1}
	if !o.force {
		how.MaxCells = o.most()
	}
	return how
}

// writePages answers pivots, one after the other, and writes them.
func (o *options) writePages(ctx context.Context, e *engine.Engine, path string, pages []page, s Streams) error {
	done := s.newProgress()
	defer done.end()
	book := make(export.Book, len(pages))
	var slicers []query.Field
	for _, p := range pages {
		slicers = append(slicers, p.tab.Slicers()...)
	}
	for i, p := range pages {
		book[i] = export.Named{Name: p.name, Answer: func(ctx context.Context) (export.Pivot, error) {
			done.tell("sheets", 0, float64(i)/float64(len(pages)))
			a, err := o.answer(ctx, e, p.table, p.query, o.how(p.tier), s)
			if err == nil && o.all {
				err = checkOrders(a.Tab)
			}
			if err != nil {
				return export.Pivot{}, err
			}
			for _, r := range a.Tab.Remarks {
				o.noteOnce(p.name+": "+r, s)
			}
			grid := a.Tab.Grid(export.FoldsOf(p.tab.Folded, a.Tab))
			return export.Pivot{Grid: grid, Profile: a.Profile, Curve: a.Curve(), Chart: p.chart,
				Source: source(e, p.table, a.Tab), Finer: finerPivots(e, p.table),
				Slicers: export.SlicersIn(p.table, p.query.Lets, slicers),
				Origin:  o.origin(path, p.table, p.tab)}, nil
		}}
	}
	return o.output.writeBook(ctx, book, s)
}
