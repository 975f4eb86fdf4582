package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"cardinal/internal/textwidth"
)

// section is a group of options in the help of commands, with an example of their use: the words that follow a
// command's name.
type section struct {
	title, example string
	options        []string
}

// sections lists the options in the order of the help. TestEveryOptionHasASection compares it with the commands.
var sections = []section{
	{"Cell", "sales.csv --at 'region=North, year(date)=2024'", strings.Fields("at against measure lines")},
	{"What is compared", "old.csv new.csv --key order_id,line", strings.Fields("key a b")},
	{"What is pivoted", "sales.csv -r region -c 'year(date)' -v 'sum(revenue),avg(price)' -f 'price > 3'",
		strings.Fields("rows cols values filter filter-file let group workspace tab")},
	{"Order and top", "sales.csv -r region,city --top 5 --top-of city --top-by 'sum(revenue)' --others",
		strings.Fields("sort top bottom top-of top-by having others")},
	{"How figures are shown", "sales.csv -r region -v 'sum(revenue)' --show 'sum(revenue)=pct_total' --title " +
		"'sum(revenue)=Share'",
		strings.Fields("show title number no-totals bars scale arrows highlight")},
	{"Layout", "sales.csv -r region,city --subtotals none --totals-at top",
		strings.Fields("heading totals subtotals totals-at values-on compact repeat-labels show-empty no-rows")},
	{"Reading the file", "sales.csv --delimiter semicolon --decimal comma --dates dmy --type 'zip=text'",
		strings.Fields("sheet range header merged skip footer delimiter quote encoding decimal dates type role zone " +
			"unnest unpivot table-version query lookup keep password-file memory")},
	{"Output", "sales.csv -r region -o regions.xlsx --chart bar",
		strings.Fields("out format partition limit chart locale sheets-by all-tabs encrypt out-password-file sign " +
			"signed-by as json losses quality duplicates empty")},
	{"How it runs", "sales.csv -r region --tier workers --threads 4 --profile text",
		strings.Fields("tier threads strategy profile compare force watch sample check new-window log")},
	{"What agents may do", "~/sales --seconds 20 --kilobytes 64", strings.Fields("seconds kilobytes window")},
	{"On the terminal", "", strings.Fields("quiet color progress help")},
}

// The width of the names of commands, and of options, in the help.
const commandWidth, optionWidth = 24, 28

// helpPage writes help to a terminal or a file.
type helpPage struct {
	io.Writer
	width int // of lines
	names int // of the names of entries
	bold  func(string) string
}

// printHelp prints the help of a command, or of all commands.
func printHelp(c *cobra.Command, s *Streams) {
	p := s.help()
	if !c.HasParent() {
		p.overview(c)
		return
	}
	p.command(c)
}

// help returns a page as wide as the terminal, 60 to 100 columns, or 80 columns if there is no terminal.
func (s *Streams) help() helpPage {
	p := helpPage{s.Out, 80, optionWidth, func(text string) string { return s.painted(s.Out, bold, text) }}
	if v, is := s.Out.(*screen); is {
		p.bold = func(text string) string { return s.painted(v.raw, bold, text) }
		if p.Writer = v.raw; v.paged != nil {
			p.Writer = v.paged
		}
		if f, is := v.raw.(*os.File); is {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil {
				p.width = min(max(width, 60), 100)
			}
		}
	}
	return p
}

// overview lists all commands and topics.
func (p helpPage) overview(root *cobra.Command) {
	p.names = commandWidth
	fmt.Fprintln(p, p.bold("Cardinal")+" groups tables of files and database servers into pivots.")
	p.heading("With a window")
	p.entry("cardinal [FILE...]", "open files in the window, or the built-in sample: CSV, Excel, OpenDocument, "+
		"Parquet, Arrow, JSON, databases of DuckDB and SQLite. Options: --new-window, --log FILE")
	p.heading("Without a window")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != openCommand && c.Name() != "version" {
			p.entry(c.Use, c.Short)
		}
	}
	p.heading("Examples")
	for _, c := range root.Commands() {
		if strings.Contains(c.Use, "FILE...") {
			fmt.Fprintln(p, "  "+c.Example)
		}
	}
	p.heading("Topics, by cardinal help TOPIC")
	for _, t := range topics {
		p.entry(t.name, t.does)
	}
	fmt.Fprintln(p)
	p.text("FILE may be several files, a folder, a pattern such as 'sales-*.csv', the address of a file "+
		"(https://, s3://, gs://, az://) or of a table on a server (clickhouse://, postgres://, mysql:// or "+
		"sqlserver://, which has not been tried on a real server yet), or - for the standard input. Several files are "+
		"read as one table, one below the other, with the column File.", 0)
	p.text("cardinal COMMAND --help lists the options of a command. cardinal --version says which Cardinal this is.", 0)
}

// command lists the options of a command by sections.
func (p helpPage) command(c *cobra.Command) {
	fmt.Fprintf(p, "%s: %s\n", p.bold("cardinal "+c.Use), c.Short)
	if c.HasExample() {
		fmt.Fprintf(p, "\n  %s\n", c.Example)
	}
	if c.Long != "" {
		fmt.Fprintln(p)
		p.text(c.Long, 0)
	}
	for _, s := range sectionsOf(c) {
		p.heading(s.title)
		for _, name := range s.options {
			option := c.Flag(name)
			p.entry(optionForm(option), optionUsage(option))
		}
		if s.example != "" {
			fmt.Fprintf(p, "  Example: cardinal %s %s\n", c.Name(), s.example)
		}
	}
	if c.Name() == "pivot" {
		fmt.Fprintln(p)
		p.text("An option with dots may be given several times, any other once. Options and files may stand in any "+
			"order.", 0)
	}
}

// sectionsOf returns the sections that have options of a command, with these options.
func sectionsOf(c *cobra.Command) (of []section) {
	c.InitDefaultHelpFlag()
	for _, s := range sections {
		s.options = slices.DeleteFunc(slices.Clone(s.options), func(name string) bool {
			option := c.Flag(name)
			return option == nil || option.Hidden
		})
		if !exampleSuits(c, s) {
			s.example = ""
		}
		if len(s.options) > 0 {
			of = append(of, s)
		}
	}
	return of
}

// exampleSuits reports whether a command has files and all options of an example.
func exampleSuits(c *cobra.Command, s section) bool {
	if !strings.Contains(c.Use, "FILE...") {
		return false
	}
	for word := range strings.FieldsSeq(s.example) {
		name := optionName(word)
		if strings.HasPrefix(word, "--") && c.Flag(name) == nil ||
			strings.HasPrefix(word, "-") && len(word) == 2 && c.Flags().ShorthandLookup(name) == nil {
			return false
		}
	}
	return true
}

// optionForm returns the spelling of an option: -r, --rows FIELDS...
func optionForm(o *pflag.Flag) string {
	form := "    --" + o.Name
	if o.Shorthand != "" {
		form = "-" + o.Shorthand + ", --" + o.Name
	}
	value, _ := pflag.UnquoteUsage(o)
	if o.NoOptDefVal == "" {
		form += " " + value
	}
	if _, many := o.Value.(*list); many {
		form += "..."
	}
	return form
}

// optionUsage returns what an option does, and its default value.
func optionUsage(o *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(o)
	if len(value) > 1 {
		usage = strings.Replace(usage, value, strings.ToLower(value), 1)
	}
	if o.DefValue != "" && o.DefValue != "0" && o.DefValue != "false" && o.DefValue != "[]" {
		usage += " (else " + o.DefValue + ")"
	}
	return usage
}

func (p helpPage) heading(title string) { fmt.Fprintf(p, "\n%s\n", p.bold(title)) }

// entry prints a name and a description, on the same line if it has room.
func (p helpPage) entry(name, does string) {
	indent := strings.Repeat(" ", p.names)
	beside := indent
	if name = "  " + name; textwidth.Of(name)+2 <= p.names {
		beside = name + strings.Repeat(" ", p.names-textwidth.Of(name))
	} else {
		fmt.Fprintln(p, name)
	}
	for _, line := range wrapped(does, p.width-p.names) {
		fmt.Fprintln(p, beside+line)
		beside = indent
	}
}

// text prints a paragraph.
func (p helpPage) text(text string, indent int) {
	for _, line := range wrapped(text, p.width-indent) {
		fmt.Fprintln(p, strings.Repeat(" ", indent)+line)
	}
}

// wrapped breaks a text into lines of at most a width, at blanks.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case textwidth.Of(line)+1+textwidth.Of(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
