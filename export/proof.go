package export

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/data/format/workbook/xlsx"
	"cardinal/data/number/calendar"
	"cardinal/data/shape/lookup"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/about"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
	"cardinal/internal/workspace"
)

// Origin says where the table of a pivot came from.
type Origin struct {
	Source  workspace.Source // the file, named as in a workspace in the folder of the export
	Lookups []workspace.Lookup
}

// Proof is the part of a workbook with which it can be verified: its pivots as text, their source with a fingerprint,
// and the checksums of its sheets. It is written as lines of JSON on a sheet of its own.
type Proof struct {
	Program   string          `json:"program"` // the program that wrote the workbook
	Format    string          `json:"format"`  // Format.Name of the workbook
	Several   bool            `json:"several,omitempty"`
	Language  Language        `json:"language"`
	Sheets    []SheetSum      `json:"sheets"`
	Workspace *workspace.File `json:"workspace,omitempty"` // nil: the table came from no file

	Edited bool `json:"-"` // set by ReadProof if the text of the proof was changed
}

// Language is the language of the words and numbers of a workbook.
type Language struct {
	Tag        string                `json:"tag,omitempty"`
	Separators separators.Separators `json:"separators"`
	FirstDay   int                   `json:"first_day,omitempty"` // the first day of a week
	Words      *wording.Words        `json:"words,omitempty"`     // nil: English
}

// Use makes l the language of this process.
func (l Language) Use() {
	separators.Use(l.Separators)
	calendar.Use(calendar.LanguageOf(l.Tag))
	calendar.UseFirstDay(l.FirstDay)
}

// SheetSum is the checksum of the cells of a sheet.
type SheetSum struct {
	Name string `json:"name"`
	Sum  string `json:"sum"`
}

// CellSum computes a checksum of cells, which must be added row by row. It ignores blank cells.
type CellSum struct {
	h    hash.Hash
	line []byte // the bytes that are hashed for one cell
}

// NewCellSum begins a checksum.
func NewCellSum() *CellSum { return &CellSum{h: sha256.New()} }

// Add adds a cell.
func (s *CellSum) Add(c xlsx.Cell) {
	s.line = append(strconv.AppendInt(s.line[:0], int64(c.Row), 10), ' ')
	s.line = append(strconv.AppendInt(s.line, int64(c.Column), 10), ' ', c.Kind, ' ')
	s.line = append(strconv.AppendInt(s.line, int64(len(c.Text)), 10), ' ')
	s.h.Write(append(append(s.line, c.Text...), '\n'))
}

// Sum returns the checksum of the cells so far.
func (s *CellSum) Sum() string { return fmt.Sprintf("%x", s.h.Sum(nil)[:16]) }

// addRow adds the cells of a row in the form in which they are written. first is the column of the first cell, counted
// from 0.
func (s *CellSum) addRow(row, first int, cells []excelize.Cell) {
	for i, c := range cells {
		s.add(row, first+i, c.Value)
	}
}

// add adds the value of a cell in the form in which it is written. Row and column are counted from 0.
func (s *CellSum) add(row, col int, value any) {
	c := xlsx.Cell{Column: col + 1, Row: row + 1}
	switch v := value.(type) {
	case float64:
		c.Kind, c.Text = 'n', xlsx.FormatNumber(v)
	case int:
		c.Kind, c.Text = 'n', xlsx.FormatNumber(float64(v))
	case bool:
		c.Kind, c.Text = 'b', map[bool]string{false: "0", true: "1"}[v]
	case string:
		c.Kind, c.Text = 't', strings.Map(func(r rune) rune {
			if !isXMLChar(r) {
				return utf8.RuneError
			}
			return r
		}, strings.ReplaceAll(v, underscore, "_"))
	}
	if c.Text != "" {
		s.Add(c)
	}
}

// keptTab returns the pivot of an export in the form of a workspace.
func keptTab(name string, p Pivot) workspace.Tab {
	q := p.Grid.Tab().Query
	q.Layout = p.Grid.Layout
	t := workspace.NewTab(name, q)
	t.Folded, t.Lookups = KeptFolds(p.Grid.Folds()), p.Origin.Lookups
	if p.Chart != "" {
		t.Chart = workspace.Chart{Place: "beside", Kind: p.Chart}
	}
	return t
}

// KeptFolds returns folds in the form of a workspace. FoldsOf does the reverse.
func KeptFolds(f pivot.Folds) workspace.Folded {
	texts := func(folded map[string]bool) (out []string) {
		for key, on := range folded {
			if path, ok := pivot.PathLabels(key); ok && on {
				out = append(out, query.LabelsText(path))
			}
		}
		slices.Sort(out)
		return out
	}
	field := func(f query.Field) string {
		if f == (query.Field{}) {
			return ""
		}
		return f.String()
	}
	return workspace.Folded{RowsOf: field(f.RowsOf), ColsOf: field(f.ColsOf), Rows: texts(f.Rows),
		Cols: texts(f.Cols)}
}

// FoldsOf returns the nodes of an answer that are folded in a workspace. It ignores labels that the answer does not
// have.
func FoldsOf(of workspace.Folded, tab *pivot.Crosstab) (f pivot.Folds) {
	read := func(texts []string, a *pivot.Axis) map[string]bool {
		keys := map[string]bool{}
		for _, text := range texts {
			if node, found := a.Find(query.ParseLabels(text)); found {
				keys[a.PathKey(node)] = true
			}
		}
		return keys
	}
	f.Rows, f.Cols = read(of.Rows, &tab.Rows), read(of.Cols, &tab.Cols)
	f.RowsOf, _ = workspace.Field(of.RowsOf)
	f.ColsOf, _ = workspace.Field(of.ColsOf)
	return f
}

// addProof adds the sheet Proof. tabs are the pivots of the workbook. If the origin is unknown, it adds nothing.
func (b *book) addProof(name string, several bool, tabs []workspace.Tab, from *Origin) error {
	if from == nil {
		return nil
	}
	p := Proof{Program: about.Program(), Format: b.format, Several: several, Language: Language{
		calendar.Used().Tag, separators.Used(), calendar.FirstDay(), b.words}, Sheets: b.sums}
	if s := from.Source; s.Sample || s.Absolute != "" {
		for i := range tabs {
			tabs[i].Lookups = slices.Clone(tabs[i].Lookups)
			for j := range tabs[i].Lookups {
				tabs[i].Lookups[j].Source = tabs[i].Lookups[j].HandedOver()
			}
		}
		p.Workspace = &workspace.File{Version: workspace.Version, Source: s.HandedOver(), Tabs: tabs}
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(p); err != nil {
		return fmt.Errorf("cannot write the sheet %s: %w", name, err)
	}
	lines := []string{proofTitle, "cardinal verify names each figure that is not what this pivot of this source " +
		"gives, and the source if it has changed. The lines below say what was asked, and of which file.", ""}
	for line := range strings.SplitSeq(strings.TrimSpace(text.String()), "\n") {
		for len(line) > maxCellUnits/2 { // a line may be cut anywhere, since the reader joins the cells
			at := maxCellUnits / 2
			for !utf8.RuneStart(line[at]) {
				at--
			}
			lines, line = append(lines, line[:at]), line[at:]
		}
		lines = append(lines, line)
	}
	if err := b.newSheet(name); err != nil {
		return err
	}
	return b.wordSheet(name, append(lines, proofSum+textSum(text.Bytes())), nil, nil, []float64{120})
}

const (
	proofSheet = "Proof"
	proofTitle = "What cardinal verify reads"
	proofSum   = "Checksum of these lines: "
)

// textSum returns the checksum of JSON without the white space between its tokens, or "" if the text is not JSON.
func textSum(text []byte) string {
	var compact bytes.Buffer
	if json.Compact(&compact, text) != nil {
		return ""
	}
	sum := sha256.Sum256(compact.Bytes())
	return fmt.Sprintf("%x", sum[:16])
}

// HasProof reports whether a workbook with these sheets seems to have a proof.
func HasProof(sheets []string) bool {
	return slices.ContainsFunc(sheets, func(name string) bool { return strings.HasPrefix(name, proofSheet) })
}

// errNoProof is the error for a workbook without a proof.
var errNoProof = errors.New("the workbook carries no pivot as text: Cardinal did not export it, or an earlier " +
	"version did; export it again")

// ReadProof opens a workbook of the given size and reads its proof. If the text of the proof is damaged, the proof is
// nil.
func ReadProof(ctx context.Context, r io.ReaderAt, size int64) (*xlsx.Book, *Proof, error) {
	if is, err := xlsx.Recognise(ctx, r, size); err != nil || !is {
		return nil, nil, cmp.Or(err, errors.New("it is no workbook of Excel"))
	}
	b, err := xlsx.OpenBook(ctx, r, size)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Backward(b.Sheets()) {
		if !strings.HasPrefix(name, proofSheet) {
			continue
		}
		var text strings.Builder
		sum, titled := "", false
		for c, err := range b.Cells(name) {
			rest, last := strings.CutPrefix(c.Text, proofSum)
			switch {
			case err != nil:
				return nil, nil, err
			case c.Row == 1:
				titled = titled || c.Text == proofTitle
			case last:
				sum = rest
			case c.Row > 2:
				text.WriteString(c.Text)
			}
		}
		if !titled {
			continue
		}
		p := &Proof{}
		if json.Unmarshal([]byte(text.String()), p) != nil {
			return b, nil, nil
		}
		p.Edited = sum != textSum([]byte(text.String()))
		strict := json.NewDecoder(strings.NewReader(text.String()))
		strict.DisallowUnknownFields()
		unknown := strict.Decode(&Proof{}) != nil || p.Workspace != nil && p.Workspace.Version > workspace.Version
		if unknown && !p.Edited {
			return b, nil, fmt.Errorf("%s wrote it, with parts that this version does not know: update Cardinal to "+
				"verify it", p.Program)
		}
		return b, p, nil
	}
	return nil, nil, errNoProof
}

// OriginOf returns the origin of a table for an export to a folder, which may be "". It reads parts of the table's file
// for the fingerprint. If the file has changed since the table was read, the origin has no fingerprint. A table without
// a path is the built-in sample.
func OriginOf(t *data.Table, lookups []lookup.Spec, folder string) *Origin {
	o := &Origin{Source: workspace.Source{Sample: true}}
	if folder != "" {
		folder, _ = filepath.Abs(folder)
	}
	if t.Path != "" {
		o.Source, _ = workspace.NewSource(t.Path, t.Sheet, folder) // if the file is gone, the source has no fingerprint
		o.Source.Reading = t.Reading
		if !t.Changed.IsZero() && !o.Source.Modified.Equal(t.Changed.UTC().Truncate(time.Second)) {
			o.Source.Fingerprint = ""
		}
	}
	for _, l := range lookups {
		o.Lookups = append(o.Lookups, workspace.NewLookup(l).InFolder(folder))
	}
	return o
}
