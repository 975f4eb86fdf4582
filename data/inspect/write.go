package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/internal/ellipsis"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// WriteJSON writes the report as one object, indented by two blanks.
func (r Report) WriteJSON(w io.Writer) error {
	return writeJSON(w, r, "report")
}

// writeJSON writes a value, indented by two blanks. what names the value in errors.
func writeJSON(w io.Writer, v any, what string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing the %s: %w", what, err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

const widest = 40 // greatest number of characters of a name or a value in the text form

// WriteText writes the report as a table for a person.
func (r Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s, %s, %s, %s in memory\n", r.Name, r.Format, separators.Counted(r.Rows, "row"),
		separators.Counted(len(r.Columns), "column"), memory.Format(int64(r.Bytes)))
	of := data.Table{Format: r.Format}
	if r.Archive {
		of.Member = r.Sheet
	}
	if r.Sheet == "*" {
		fmt.Fprintf(&b, "%s, of %d: %s\n", strings.ToLower(of.AllSheets()), len(r.Sheets), strings.Join(r.Sheets, ", "))
	} else if r.Sheet != "" {
		fmt.Fprintf(&b, "%s %q of %d: %s\n", of.SheetWord(), r.Sheet, len(r.Sheets), strings.Join(r.Sheets, ", "))
	}
	if r.Read != "" {
		fmt.Fprintln(&b, r.Read)
	}
	if len(r.Areas) > 0 {
		var all []string
		for _, a := range r.Areas {
			if a.Name != "" {
				a.Kind += " " + a.Name
			}
			all = append(all, a.Kind+" "+a.Range)
		}
		fmt.Fprintf(&b, "other parts that can be read: %s\n", strings.Join(all, ", "))
	}
	if r.Unpivot != "" {
		// in quotes for a shell
		fmt.Fprintf(&b, "columns that can become rows: --unpivot '%s'\n", strings.ReplaceAll(r.Unpivot, "'", `'\''`))
	}
	tab := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	nulls, distinct, mean := []string{"nulls"}, []string{"distinct"}, []string{"mean"}
	for _, c := range r.Columns {
		nulls, distinct = append(nulls, separators.Count(c.Nulls)), append(distinct, separators.Count(c.Distinct))
		mean = append(mean, c.meanText())
	}
	alignRight(nulls)
	alignRight(distinct)
	alignRight(mean)
	fmt.Fprintf(tab, "column\ttype\t%s\t%s\tmin\tmax\t%s\tdistribution\n", nulls[0], distinct[0], mean[0])
	for i, c := range r.Columns {
		t := c.Type.String()
		if c.Type.Type == data.Decimal || c.Type.Type == data.Timestamp && c.Scale > 0 {
			t = fmt.Sprintf("%s(%d)", t, c.Scale)
		}
		if c.format.Duration {
			t = "duration"
		}
		line := fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", shorten(c.Name), t, nulls[i+1], distinct[i+1],
			shorten(c.text(c.Min)), shorten(c.text(c.Max)), mean[i+1], c.distributionText(r.Rows))
		fmt.Fprintln(tab, strings.TrimRight(line, "\t "))
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

// alignRight prepends blanks to texts, so that all have the same width.
func alignRight(texts []string) {
	width := 0
	for _, t := range texts {
		width = max(width, utf8.RuneCountInString(t))
	}
	for i, t := range texts {
		texts[i] = strings.Repeat(" ", width-utf8.RuneCountInString(t)) + t
	}
}

// text returns a value of the column as text. A duration is written as hours, minutes and seconds, and not as days.
func (c Column) text(v Value) string {
	if days, ok := v.Number(); ok && c.format.Duration {
		if text, ok := data.FormatDuration(days, c.format.Fraction); ok {
			return text
		}
	}
	return v.String()
}

// meanText returns the mean with six digits.
func (c Column) meanText() string {
	switch {
	case c.Mean.IsNull():
		return ""
	case c.format.Duration:
		return c.text(c.Mean)
	case c.Mean.Float == 0: // or -0
		return "0"
	}
	return strconv.FormatFloat(c.Mean.Float, 'g', 6, 64)
}

// distributionText draws the bins as bars, or lists the most frequent values with their shares of the rows.
func (c Column) distributionText(rows int) string {
	const bars = "▁▂▃▄▅▆▇█"
	if len(c.Bins) > 0 {
		var b strings.Builder
		most := slices.Max(c.Bins)
		for _, n := range c.Bins {
			level := 0
			if n > 0 && most > 0 {
				level = (n*7 + most - 1) / most
			}
			b.WriteRune([]rune(bars)[level])
		}
		return b.String()
	}
	var parts []string
	for _, f := range c.Top[:min(3, len(c.Top))] {
		parts = append(parts, fmt.Sprintf("%s %.3g%%", shorten(f.Value.String()), 100*float64(f.Rows)/float64(rows)))
	}
	return strings.Join(parts, ", ")
}

// shorten returns a text on one line that is at most `widest` characters long.
func shorten(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, ellipsis.Cut(s, widest))
}

// WriteLosses writes the losses of a table: what the table lacks of its file, or has in another form. It writes a table
// for a person, or JSON.
func WriteLosses(w io.Writer, losses []data.Loss, asJSON bool) error {
	if asJSON {
		return writeJSON(w, losses, "list")
	}
	var b bytes.Buffer
	if len(losses) == 0 {
		fmt.Fprintln(&b, "nothing was left out or changed")
		_, err := w.Write(b.Bytes())
		return err
	}
	tab := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "row\tcolumn\tin the file\twhat became of it")
	for _, l := range losses {
		row := ""
		if l.Row > 0 {
			row = strconv.Itoa(l.Row)
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", row, shorten(l.Column), shorten(l.Text), l.What)
	}
	if err := tab.Flush(); err != nil {
		return fmt.Errorf("writing the list: %w", err)
	}
	if len(losses) == data.MaxLosses {
		b.WriteString(separators.Sprintf("the list ends here: there may be more than %d\n", data.MaxLosses))
	}
	_, err := w.Write(b.Bytes())
	return err
}
