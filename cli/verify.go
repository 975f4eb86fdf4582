package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/format/workbook/xlsx"
	"cardinal/data/load"
	"cardinal/export"
	"cardinal/internal/about"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
	"cardinal/profiler"
)

// errDiffers ends a command whose work is done and found differences: exit code 3.
var errDiffers = errors.New("differences were found")

// mostDiffering is the most cells that are named one by one.
const mostDiffering = 1000

// verdict is the result of verify.
type verdict struct {
	Workbook string          `json:"workbook"`
	Program  string          `json:"program"`
	Differs  bool            `json:"differs"`
	Edited   []string        `json:"edited"`             // the sheets whose cells are not those that were written
	Signed   string          `json:"signed,omitempty"`   // what the signature says; "": nothing
	Unsigned string          `json:"unsigned,omitempty"` // what is wrong with the signature; "": nothing
	Text     bool            `json:"text"`               // the pivot as text was edited after it was written
	Sources  []string        `json:"sources"`            // what is wrong with the files of the table, a sentence each
	Ran      bool            `json:"ran"`                // the pivot ran again
	Compared int             `json:"compared"`
	Cells    []differingCell `json:"cells"`
	More     int             `json:"more"` // further cells that differ
	Notes    []string        `json:"notes"`
}

// differingCell is a cell of a workbook whose content differs from the result of its pivot.
type differingCell struct {
	Sheet    string `json:"sheet"`
	Cell     string `json:"cell"`
	Is       string `json:"is"`
	ShouldBe string `json:"should_be"`
}

// verifyCommand runs the pivot of an exported workbook again, and names what differs.
func verifyCommand(f *pflag.FlagSet) action {
	var o options
	asJSON := f.Bool("json", false, "print JSON")
	signedBy := f.String("signed-by", "", "also check the signature beside the workbook with a public `KEY` of "+
		"minisign, or its file")
	f.StringVar(&o.reading.passwordFile, "password-file", "", passwordFileUsage)
	return func(ctx context.Context, operands []string, s Streams) error {
		if len(operands) != 1 {
			return usagef("verify: name one workbook: cardinal verify report.xlsx")
		}
		passwords, err := passwordsOf(o.reading.passwordFile)
		if err != nil {
			return err
		}
		v := &verdict{Workbook: operands[0], Edited: []string{}, Sources: []string{}, Cells: []differingCell{},
			Notes: []string{}}
		_, err = unlocked(ctx, s, passwords, func() (*data.Table, error) {
			return nil, v.verify(ctx, &o, passwords, s)
		})
		if err != nil {
			return err
		}
		if *signedBy != "" {
			if err := v.checkSignature(*signedBy); err != nil {
				return err
			}
		}
		v.Differs = len(v.Edited)+len(v.Sources)+len(v.Cells)+len(v.Unsigned) > 0 || v.Text
		if *asJSON {
			err = printJSON(s, v)
		} else {
			_, err = fmt.Fprintln(s.Out, strings.Join(v.lines(), "\n"))
		}
		if err == nil && v.Differs {
			return errDiffers
		}
		return outputError(err)
	}
}

// verify opens the workbook and checks its sheets, its text, its sources and its figures.
func (v *verdict) verify(ctx context.Context, o *options, passwords *encrypted.Passwords, s Streams) error {
	f, err := os.Open(v.Workbook)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot verify %s: there is no such file", v.Workbook)
	case err != nil:
		return fmt.Errorf("cannot verify %s: %w", v.Workbook, err)
	}
	defer f.Close()
	content, size, err := load.Contents(ctx, f, passwords)
	if err != nil {
		return fmt.Errorf("cannot verify %s: %w", v.Workbook, err)
	}
	is, p, err := export.ReadProof(ctx, content, size)
	switch {
	case err != nil:
		return fmt.Errorf("cannot verify %s: %w", v.Workbook, err)
	case p == nil:
		v.Text = true
		return nil
	}
	v.Program, v.Text = p.Program, p.Edited
	if now := about.Program(); p.Program != now {
		v.Notes = append(v.Notes, fmt.Sprintf("%s wrote the workbook, and this is %s: the change log says which "+
			"figures a version changed", p.Program, now))
	}
	for _, sheet := range p.Sheets {
		sum, whole := export.NewCellSum(), is.Has(sheet.Name)
		for c, err := range is.Cells(sheet.Name) {
			whole = whole && err == nil
			sum.Add(c)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !whole, sum.Sum() != sheet.Sum:
			v.Edited = append(v.Edited, sheet.Name)
		}
	}
	switch {
	case v.Text:
		return nil
	case p.Workspace == nil:
		v.Notes = append(v.Notes, "the table came from no file, so that the pivot cannot run again: the cells are "+
			"compared with their checksum alone")
		return nil
	}
	path := v.findSources(p.Workspace)
	if len(v.Sources) > 0 && path == "" {
		return nil
	}
	p.Language.Use()
	again, err := o.runAgain(ctx, v.Workbook, path, p, s)
	switch {
	case err != nil && len(v.Sources) > 0 && ctx.Err() == nil:
		v.Sources = append(v.Sources, "The pivot cannot run again: "+err.Error()+".")
		return nil
	case err != nil:
		return fmt.Errorf("cannot run the pivot of %s again: %w", v.Workbook, err)
	}
	v.Ran = true
	should, err := xlsx.OpenBook(ctx, bytes.NewReader(again), int64(len(again)))
	for _, sheet := range p.Sheets {
		if err == nil {
			err = v.compareSheet(sheet.Name, is, should)
		}
	}
	return err
}

// findSources returns the path of the table, "" for the sample or if the file is missing. It notes which files
// changed or are missing.
func (v *verdict) findSources(f *workspace.File) (path string) {
	folder := filepath.Dir(v.Workbook)
	check := func(s workspace.Source) string {
		path, found := s.Find(folder)
		switch {
		case s.Sample:
			return ""
		case !found:
			v.Sources = append(v.Sources, s.Name()+" is neither where it was nor beside the workbook.")
			return ""
		case s.Fingerprint == "" && !load.IsAddress(path):
			v.Notes = append(v.Notes, s.Name()+" changed before the workbook was written, so that its content is "+
				"unknown")
		}
		if changed := s.Changed(path); changed != "" {
			v.Sources = append(v.Sources, changed)
		}
		return path
	}
	path = check(f.Source)
	seen := map[string]bool{}
	for _, t := range f.Tabs {
		for _, l := range t.Lookups {
			if !seen[l.Path+l.Absolute] && check(l.Source) == "" {
				path = ""
			}
			seen[l.Path+l.Absolute] = true
		}
		for _, c := range t.Calculated {
			if strings.Contains(c, "today(") {
				v.Notes = append(v.Notes, "today() is another day now: "+c)
			}
		}
	}
	return path
}

// runAgain runs the pivots that the proof of a workbook describes, and returns the workbook that they give.
func (o *options) runAgain(ctx context.Context, workbook, path string, p *export.Proof, s Streams) ([]byte, error) {
	var out bytes.Buffer
	s.Out, s.quiet = &out, true
	w := p.Workspace
	o.kept = kept{path: workbook, all: p.Several, source: w.Source, tab: w.Tabs[0], named: map[string]bool{},
		words: p.Language.Words}
	if p.Several {
		o.kept.tab, o.kept.tabs = workspace.Tab{}, w.Tabs
	}
	o.format, o.tier, o.force, o.reading.sheet = p.Format, "auto", true, w.Source.Sheet
	q, err := o.query()
	if err == nil {
		err = o.run(ctx, path, q, s)
	}
	return out.Bytes(), err
}

// compareSheet compares the cells of a sheet with those that it should have.
func (v *verdict) compareSheet(name string, is, should *xlsx.Book) (err error) {
	end := xlsx.Cell{Row: math.MaxInt} // after all cells
	cells := func(b *xlsx.Book) (next func() xlsx.Cell, stop func()) {
		pull, stop := iter.Pull2(b.Cells(name))
		return func() xlsx.Cell {
			c, failed, ok := pull()
			if err = cmp.Or(err, failed); !ok || failed != nil {
				return end
			}
			return c
		}, stop
	}
	next, stop := cells(is)
	defer stop()
	want, stopWant := cells(should)
	defer stopWant()
	for a, b := next(), want(); a != end || b != end; v.Compared++ {
		order := cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
		at := a
		if order > 0 {
			at = b
		}
		if a != b {
			v.add(differingCell{Sheet: name, Cell: at.Name(), Is: cellWords(a, order <= 0),
				ShouldBe: cellWords(b, order >= 0)})
		}
		if order <= 0 {
			a = next()
		}
		if order >= 0 {
			b = want()
		}
	}
	return err
}

func (v *verdict) add(d differingCell) {
	if len(v.Cells) < mostDiffering {
		v.Cells = append(v.Cells, d)
	} else {
		v.More++
	}
}

// cellWords returns the content of a cell as a person reads it. there is false if the cell is missing.
func cellWords(c xlsx.Cell, there bool) string {
	switch {
	case !there:
		return "blank"
	case c.Kind == 'f':
		return "a formula, " + c.Text
	case c.Kind == 't':
		return strconv.Quote(c.Text)
	case c.Kind == 'b':
		return map[string]string{"0": "false", "1": "true"}[c.Text]
	}
	return c.Text
}

// lines returns a line for each finding.
func (v *verdict) lines() (all []string) {
	add := func(format string, args ...any) { all = append(all, separators.Sprintf(format, args...)) }
	if v.Text {
		add("The pivot as text, on the sheet Proof, was edited: it cannot say what the figures should be.")
	}
	for _, sentence := range append([]string{v.Signed, v.Unsigned}, v.Sources...) {
		if sentence != "" {
			add("%s", sentence)
		}
	}
	for _, c := range v.Cells {
		add("%s!%s is %s and should be %s", c.Sheet, c.Cell, c.Is, c.ShouldBe)
	}
	if v.More > 0 {
		add("%s more differ", profiler.Counted(v.More, "cell"))
	}
	switch {
	case len(v.Edited) > 0:
		add("Edited after it was written: %s.", strings.Join(v.Edited, ", "))
	case v.Differs && !v.Text:
		add("The cells are as they were written.")
	}
	switch {
	case !v.Differs && v.Ran:
		add("Nothing differs: %s.", profiler.Counted(v.Compared, "cell")+" compared with the pivot of the source")
	case !v.Differs:
		add("The cells are as they were written.")
	}
	for _, n := range v.Notes {
		add("note: %s", n)
	}
	return all
}
