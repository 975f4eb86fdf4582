package export

import (
	"context"
	"fmt"
	"io"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
	"cardinal/internal/workspace"
	"cardinal/profiler"
)

// Book is one or more pivots of a table that are written to one file.
type Book []Named

// Named is a pivot of a Book.
type Named struct {
	Name   string // the name from which the names of its sheets are made
	Answer func(context.Context) (Pivot, error)
}

// LeftOut says, as a sentence without a full stop, which tabs are not in a Book because they have no pivot. Without
// such tabs it returns "".
func LeftOut(tabs []string) string {
	switch len(tabs) {
	case 0:
		return ""
	case 1:
		return tabs[0] + " is left out, since nothing is on its shelves"
	}
	return separators.Join(tabs, "and") + " are left out, since nothing is on their shelves"
}

// HoldsSeveral reports whether a file in the format can have several pivots.
func (f Format) HoldsSeveral() bool { return f.book != nil }

// CarriesOrigin reports whether files in the format say from which source and which pivots they were made, so that they
// can be verified.
func (f Format) CarriesOrigin() bool { return f.Name == "xlsx" || f.Name == "pivottable" }

// WriteBook writes several pivots to w. The format must allow several pivots (HoldsSeveral). WriteBook computes the
// pivots one by one, and releases each before it computes the next.
func (f Format) WriteBook(ctx context.Context, w io.Writer, b Book) (Report, error) {
	return f.book(ctx, w, b)
}

// SaveBook writes several pivots to the file at path, like Save. It returns an error if the format allows only one
// pivot.
func SaveBook(ctx context.Context, path, format, password string, b Book) (Report, error) {
	f := pick(format, path).WithPassword(password)
	if !f.HoldsSeveral() {
		return Report{}, fmt.Errorf("several pivots are written to one workbook or one web page: name the file %s, %s "+
			"or %s", FormatNamed("xlsx").Extension, FormatNamed("ods").Extension, FormatNamed("html").Extension)
	}
	return toFile(ctx, path, func(w io.Writer) (Report, error) { return f.book(ctx, w, b) })
}

// SlicersIn returns the given fields, each once, but only fields of columns or calculated fields that exist.
func SlicersIn(t *data.Table, lets []query.Let, fields []query.Field) (known []query.Field) {
	for _, f := range fields {
		_, err := t.Column(f.Column)
		isLet := slices.ContainsFunc(lets, func(l query.Let) bool { return l.Name == f.Column })
		if (err == nil || isLet) && !slices.Contains(known, f) {
			known = append(known, f)
		}
	}
	return known
}

// unanswered is the error of a pivot that could not be computed, with the name of its sheet.
type unanswered struct {
	sheet string
	error
}

func (u *unanswered) Error() string { return "the pivot " + u.sheet + ": " + u.error.Error() }
func (u *unanswered) Unwrap() error { return u.error }

// section is the text about one pivot in a workbook of several.
type section struct {
	sheet, title string
	facts        []fact
	losses       []Loss
	profile      *profiler.Record
}

// bookOf makes the writer of a workbook of several pivots. The workbook has a sheet of figures for each pivot. One
// further sheet says what is counted in all pivots, and another has a line for the profile of each pivot.
func bookOf(format string, fill filling) func(context.Context, io.Writer, Book) (Report, error) {
	return func(ctx context.Context, w io.Writer, all Book) (Report, error) {
		b := newBook(w, Pivot{})
		b.format = format
		defer b.close()
		var taken takenNames
		names := each.Of(all, func(n Named) string { return taken.take(n.Name, "") })
		var sections []section
		var tabs []workspace.Tab
		var from *Origin
		for i, n := range all {
			p, err := n.Answer(ctx)
			if err != nil {
				return Report{}, &unanswered{names[i], err}
			}
			if i == 0 {
				b.speak(p.Grid.Tab().Words().Recorded())
			}
			p.Grid = p.Grid.Tabular().InFile(b.words)
			b.begin(taken.takeFor(b.words, names[i]), p)
			if err := fill(ctx, b, p); err != nil {
				return Report{}, fmt.Errorf("the sheet %s: %w", names[i], err)
			}
			facts := pivotFacts(p, b.report.Losses)
			if names[i] != n.Name {
				facts = append([]fact{{name: b.words.L("Name"), value: n.Name}}, facts...)
			}
			if from = p.Origin; from != nil {
				tabs = append(tabs, keptTab(n.Name, p))
			}
			sections = append(sections, section{names[i], pivotTitle(p.Grid), facts, b.report.Losses,
				p.Profile})
		}
		b.title, b.report = titleOf(b.words, sections), Report{Losses: mergeLosses(b.words, sections)}
		b.about = taken.take(b.words.L(aboutSheet), "")
		if err := b.addContents(b.about, sections); err != nil {
			return Report{}, fmt.Errorf("cannot write the sheet %s: %w", b.about, err)
		}
		if err := b.addProfiles(taken.take(profileSheet, ""), sections); err != nil {
			return Report{}, fmt.Errorf("cannot write the sheet %s: %w", profileSheet, err)
		}
		if err := b.addProof(taken.take(proofSheet, ""), true, tabs, from); err != nil {
			return Report{}, err
		}
		return b.report, b.write()
	}
}

// begin starts the sheets of another pivot.
func (b *book) begin(names sheetNames, p Pivot) {
	b.names, b.report = names, Report{}
	b.title = names.pivot + ": " + pivotTitle(p.Grid)
	if p.Profile != nil {
		b.source = p.Profile.Source
	}
}

// titleOf returns the title of several pivots.
func titleOf(w *wording.Words, sections []section) string {
	first := sections[0]
	if slices.ContainsFunc(sections, func(s section) bool { return s.title != first.title }) {
		title := w.N("{{.N}} pivot", "{{.N}} pivots", len(sections))
		if first.profile != nil {
			title = w.L("{{.Pivots}} of {{.Table}}", wording.With{"Pivots": title, "Table": first.profile.Source})
		}
		return title
	}
	return first.title
}

// mergeLosses returns the losses of all pivots, one for each kind, with the name of the first sheet that has the loss.
func mergeLosses(w *wording.Words, sections []section) []Loss {
	var out []Loss
	var on []int // by loss, the number of sheets that have it
	for _, s := range sections {
		for _, l := range s.losses {
			i := slices.IndexFunc(out, func(o Loss) bool { return o.Kind == l.Kind })
			if i >= 0 {
				out[i].Cells, on[i] = out[i].Cells+l.Cells, on[i]+1
				continue
			}
			if l.Cells > 0 {
				l.First = reference(s.sheet) + "!" + l.First
			} else {
				l.First = s.sheet
			}
			out, on = append(out, l), append(on, 1)
		}
	}
	for i := range out {
		if out[i].Cells == 0 && on[i] > 1 {
			out[i].First = w.N("{{.Sheet}} and {{.N}} more sheet", "{{.Sheet}} and {{.N}} more sheets", on[i]-1,
				wording.With{"Sheet": out[i].First})
		}
	}
	return out
}

// addContents adds the sheet that says what the figures of all pivots are. Facts that all pivots share are at the top.
// Below them is a section for each pivot, whose name is a link to the pivot's sheet.
func (b *book) addContents(name string, sections []section) error {
	if err := b.newSheet(name); err != nil {
		return err
	}
	alike := map[string]bool{} // the names of facts that all pivots share
	for _, f := range sections[0].facts {
		first := factsNamed(sections[0].facts, f.name)
		alike[f.name] = !slices.ContainsFunc(sections, func(s section) bool {
			return !slices.Equal(factsNamed(s.facts, f.name), first)
		})
	}
	common := func(f fact) bool { return alike[f.name] }
	sameTitle := !slices.ContainsFunc(sections, func(s section) bool { return s.title != sections[0].title })
	rows := factRows(slices.DeleteFunc(slices.Clone(sections[0].facts), func(f fact) bool { return !common(f) }))
	links := map[int]string{}
	for _, s := range sections {
		title := any(s.title)
		if sameTitle {
			title = nil
		}
		rows = append(rows, nil, []any{s.sheet, title})
		links[len(rows)-1] = s.sheet
		rows = append(rows, factRows(slices.DeleteFunc(slices.Clone(s.facts), common))...)
	}
	const first = 2 // the first row below the title
	if err := b.wordSheet(name, []string{b.title}, nil, rows, []float64{maxSheetName + 3, 100}); err != nil {
		return err
	}
	style, err := b.styles.id(cellStyle{link: true})
	if err != nil {
		return err
	}
	for row, sheet := range links {
		cell := cellName(0, first+row)
		if err := b.file.SetCellHyperLink(name, cell, reference(sheet)+"!A1", "Location"); err != nil {
			return err
		}
		if err := b.file.SetCellStyle(name, cell, cell, style); err != nil {
			return err
		}
	}
	return nil
}

// factsNamed returns the facts with the given name.
func factsNamed(all []fact, name string) []fact {
	return slices.DeleteFunc(slices.Clone(all), func(f fact) bool { return f.name != name })
}

// addProfiles adds a sheet with a row for the profile of each pivot.
func (b *book) addProfiles(name string, sections []section) error {
	var rows [][]any
	for _, s := range sections {
		if p := s.profile; p != nil {
			expected := whole(p.GroupsEstimated)
			if p.GroupsLow < p.GroupsHigh {
				expected = whole(p.GroupsLow) + " to " + whole(p.GroupsHigh)
			}
			rows = append(rows, []any{s.sheet, p.Rows, p.RowsSelected, expected, p.GroupsActual,
				capital(curveNoun(p, p.Tier)), p.Predicted[p.Tier], p.TierMS, p.TotalMS, capital(p.Reason)})
		}
	}
	if rows == nil {
		return nil
	}
	if err := b.newSheet(name); err != nil {
		return err
	}
	lines := []string{"How these pivots were computed", things(len(rows), "pivot") + ", one after the other."}
	headings := []string{"Sheet", "Rows", "Rows counted", "Groups expected", "Groups found", "Answered by",
		"Expected ms", "Grouping ms", "Whole pivot ms", "Why"}
	return b.wordSheet(name, lines, headings, rows, []float64{32, 12, 14, 20, 14, 14, 14, 14, 16, 80})
}
