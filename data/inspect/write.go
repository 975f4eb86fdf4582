package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cardinal/data"
)

// cell writes a value as the interchange form has it.
type cell data.Value

func (c cell) MarshalJSON() ([]byte, error) { return data.Value(c).AppendJSON(nil), nil }

type jsonColumn struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Scale    int    `json:"scale"`
	Nulls    int    `json:"nulls"`
	Distinct int    `json:"distinct"`
	Min      cell   `json:"min"`
	Max      cell   `json:"max"`
	Note     string `json:"note"`
}

// JSON writes the report as one object.
func (r Report) JSON(w io.Writer) error {
	out := struct {
		Name    string       `json:"name"`
		Format  string       `json:"format"`
		Sheet   string       `json:"sheet"`
		Sheets  []string     `json:"sheets"`
		Rows    int          `json:"rows"`
		Bytes   int          `json:"bytes"`
		Columns []jsonColumn `json:"columns"`
		Notes   []string     `json:"notes"`
	}{r.Name, r.Format, r.Sheet, append([]string{}, r.Sheets...), r.Rows, r.Bytes, []jsonColumn{}, append([]string{}, r.Notes...)}
	for _, c := range r.Columns {
		out.Columns = append(out.Columns, jsonColumn{c.Name, c.Type.String(), c.Scale, c.Nulls, c.Distinct, cell(c.Min), cell(c.Max), c.Note})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

const widest = 40 // characters of a value in the text form

// Text writes the report for a person to read.
func (r Report) Text(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s, %d rows, %d columns, %.1f MB in memory\n", r.Name, r.Format, r.Rows, len(r.Columns), float64(r.Bytes)/1e6)
	if r.Sheet != "" {
		fmt.Fprintf(&b, "sheet %q of %d: %s\n", r.Sheet, len(r.Sheets), strings.Join(r.Sheets, ", "))
	}
	tab := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "column\ttype\tnulls\tdistinct\tmin\tmax")
	for _, c := range r.Columns {
		t := c.Type.String()
		if c.Type == data.Decimal || c.Type == data.Timestamp && c.Scale > 0 {
			t = fmt.Sprintf("%s(%d)", t, c.Scale)
		}
		fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%s\t%s\n", short(c.Name), t, c.Nulls, c.Distinct, short(c.Min.String()), short(c.Max.String()))
	}
	if err := tab.Flush(); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// short makes a text fit a cell of one line.
func short(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
	if r := []rune(s); len(r) > widest {
		return string(r[:widest-1]) + "…"
	}
	return s
}
