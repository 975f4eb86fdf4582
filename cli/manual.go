package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cardinal/internal/about"
	"cardinal/internal/each"
)

// writeManual writes a form of the manual. markdown is docs/commands.md, man is the man page of Cardinal, and man
// with a command is the man page of the command. commands lists the names of the commands.
func writeManual(root *cobra.Command) action {
	return func(_ context.Context, words []string, s Streams) error {
		switch {
		case len(words) == 1 && words[0] == "commands":
			for _, c := range documented(root) {
				fmt.Fprintln(s.Out, c.Name())
			}
			return nil
		case len(words) == 1 && words[0] == "markdown":
			printMarkdown(root, s.Out)
			return nil
		case len(words) == 1 && words[0] == "man":
			printMan(root, s.Out)
			return nil
		case len(words) == 2 && words[0] == "man":
			if c, _, err := root.Find(words[1:]); err == nil && c != root {
				printMan(c, s.Out)
				return nil
			}
		}
		return usagef("manual: write markdown, commands, man, or man and a command")
	}
}

// documented returns the commands that the manual has.
func documented(root *cobra.Command) (all []*cobra.Command) {
	return each.Where(root.Commands(), func(c *cobra.Command) bool {
		return c.IsAvailableCommand() && c.Name() != "help"
	})
}

// printMarkdown prints the help of all commands and topics as a page for people.
func printMarkdown(root *cobra.Command, w io.Writer) {
	block := func(title string, print func(p helpPage)) {
		fmt.Fprintf(w, "\n## %s\n\n", title)
		var b strings.Builder
		print(helpPage{&b, 100, optionWidth, func(text string) string { return text }})
		for line := range strings.Lines(strings.TrimSpace(b.String())) {
			if line != "\n" {
				line = "    " + line
			}
			fmt.Fprint(w, line)
		}
		fmt.Fprintln(w)
	}
	block("cardinal --help", func(p helpPage) { p.overview(root) })
	for _, c := range documented(root) {
		block("cardinal "+c.Name()+" --help", func(p helpPage) { p.command(c) })
	}
	for _, t := range topics {
		block("cardinal help "+t.name, func(p helpPage) { p.topic(t) })
	}
}

// day returns the date in the man pages: today, or the date of the source if a package is built.
func day() time.Time {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC()
	}
	return time.Now()
}

// manual writes a man page.
type manual struct{ io.Writer }

// printMan prints the man page of a command, or of the program.
func printMan(c *cobra.Command, w io.Writer) {
	m := manual{w}
	name, does := "cardinal", "pivot spreadsheets and Parquet, and see what it costs"
	if c.HasParent() {
		name, does = "cardinal-"+c.Name(), c.Short
	}
	fmt.Fprintf(m, ".TH %s 1 \"%s\" \"Cardinal %s\" \"User "+
		"Commands\"\n", strings.ToUpper(name), day().Format(time.DateOnly), about.Version)
	m.heading("NAME")
	m.text(name + " - " + does)
	m.heading("SYNOPSIS")
	if !c.HasParent() {
		m.line(`.B cardinal \fR[\fIFILE\fR...]`)
		m.line(".br")
		m.line(`.B cardinal \fICOMMAND\fR [\fIOPTION\fR...] [\fIFILE\fR...]`)
		m.heading("DESCRIPTION")
		m.text("Cardinal opens a window on files, or on the built-in sample. Columns are dragged onto shelves, and " +
			"the table beside them is the " +
			"pivot. The commands answer the same pivots without a window.")
		m.heading("COMMANDS")
		for _, one := range documented(c) {
			m.entry(one.Use, one.Short+".")
		}
		for _, t := range topics {
			m.heading(strings.ToUpper(strings.ReplaceAll(t.name, "-", " ")))
			m.topic(t)
		}
		m.heading("SEE ALSO")
		pages := each.Of(documented(c), func(one *cobra.Command) string {
			return ".BR cardinal\\-" + one.Name() + " (1)"
		})
		m.line(strings.Join(pages, " ,\n"))
		return
	}
	fmt.Fprintf(m, ".B cardinal %s\n", manText(c.Use))
	m.line("[options]")
	if c.HasExample() {
		m.heading("EXAMPLE")
		m.example(c.Example)
	}
	for _, s := range sectionsOf(c) {
		m.heading(strings.ToUpper(s.title))
		for _, name := range s.options {
			option := c.Flag(name)
			m.entry(strings.TrimSpace(optionForm(option)), optionUsage(option))
		}
		if s.example != "" {
			m.line(".PP\nExample:\n.PP")
			m.example("cardinal " + c.Name() + " " + s.example)
		}
	}
	m.heading("SEE ALSO")
	m.line(".BR cardinal (1)")
}

func (m manual) line(text string) { fmt.Fprintln(m, text) }

func (m manual) heading(title string) { fmt.Fprintf(m, ".SH \"%s\"\n", title) }

// text writes a paragraph in lines of at most 78 bytes.
func (m manual) text(text string) {
	for _, line := range wrapped(manText(text), 72) {
		if strings.HasPrefix(line, ".") {
			line = `\&` + line
		}
		m.line(line)
	}
}

func (m manual) entry(name, does string) {
	fmt.Fprintf(m, ".TP\n.B %s\n", manText(name))
	m.text(does)
}

func (m manual) example(command string) {
	fmt.Fprintf(m, ".nf\n%s\n.fi\n", manText(command))
}

// topic writes a topic: a paragraph, or entries.
func (m manual) topic(t topic) {
	begun := true
	for line := range strings.SplitSeq(t.text(), "\n") {
		name, does, is := entryOf(line)
		switch {
		case line == "":
		case is:
			m.entry(name, does)
		case begun:
			m.text(line)
		default:
			m.line(".PP")
			m.text(line)
		}
		begun = begun && line == ""
	}
}

// manText escapes the signs of a text that a man page would read as commands.
func manText(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}
