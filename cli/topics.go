package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cardinal/data/load"
	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/each"
)

// topic is a page of the help on a list that is too long for an option. A line of its text is a paragraph, or a name
// and what it does with two blanks or more between them.
type topic struct {
	name, does string
	text       func() string
}

var topics = []topic{
	{"fields", "what stands on --rows and --cols: columns, parts of dates, bins, groups", func() string {
		return "A field is a column, or one of these. A name with blanks or signs stands between double " +
			"quotes.\n\n" + query.FieldHelp()
	}},
	{"measures", "what stands in --values: sum, avg, distinct, quantiles and others", func() string {
		return "A measure is one of these, or arithmetic over them: max(a) - min(b), sum(charged) / count(). The " +
			"column may be arithmetic " +
			"over columns of a row: avg((charged - tax) / total).\n\n" + query.Help()
	}},
	{"formulas", "the functions of --let", func() string {
		return "A formula has columns, numbers, 'texts', + - * / ^ &, comparisons, and, or, not, and these " +
			"functions.\n\n" + query.FunctionHelp()
	}},
	{"filters", "conditions of --filter", func() string { return filterHelp }},
	{"dates", "parts of dates, periods and conditions on dates", func() string { return datesHelp() }},
	{"formats", "files that are read, and files that are written", formatsHelp},
	{"charts", "the kinds of --chart", func() string {
		text := "A chart is what png and svg have, and stands beside the pivot in xlsx and html. auto suits the " +
			"fields.\n"
		for _, k := range chart.Kinds {
			text += "\n" + k.Name + "  " + k.Words
		}
		text += "\n\nWords after the kind add lines or a scale: --chart 'line log trend average'\n"
		for _, a := range chart.Additions {
			text += "\n" + a.Name + "  " + a.Words
		}
		return text
	}},
	{"strategies", "how rows are grouped, for --strategy", strategiesHelp},
	{"exit-codes", "what a command's exit code says", func() string {
		return "0  the work is done\n1  the work failed; the message says what failed and what to do\n2  the " +
			"command was wrong; nothing was done\n3  the work is done, and verify or compare found differences"
	}},
	{"environment", "variables that commands look at", func() string {
		return dial.Variable + "  the password of encrypted workbooks that are read, and of servers\n" +
			outVariable + "  the password of the workbook that --encrypt writes\n" +
			"HTTPS_PROXY, NO_PROXY  the proxy for files at addresses, and the hosts that are asked without it\n" +
			"AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN  the key for files at s3://; else that of " +
			"AWS_PROFILE in ~/.aws, else none\n" +
			"AWS_REGION, AWS_ENDPOINT_URL  the region of the bucket, and the server if it is not Amazon's\n" +
			"GS_ACCESS_KEY_ID, GS_SECRET_ACCESS_KEY  the HMAC key for files at gs://; else GOOGLE_OAUTH_ACCESS_TOKEN " +
			"has a token, else none\n" +
			"AZURE_STORAGE_ACCOUNT  the account of files at az://\n" +
			"AZURE_STORAGE_SAS_TOKEN  the shared access signature for them; else AZURE_STORAGE_ACCESS_TOKEN has a " +
			"token, else none\n" +
			"STORAGE_EMULATOR_HOST, AZURE_STORAGE_SERVICE_ENDPOINT  the servers if they are not those of Google and " +
			"Azure\n" +
			"PAGER  the program that shows long help and long tables on a terminal; less if not set, none if empty\n" +
			"NO_COLOR  if not empty, nothing is coloured unless --color always is given\n" +
			"XDG_CACHE_HOME  on Linux, the folder of tables, measurements, drafts and crash reports, below " +
			"cardinal; else ~/.cache\n" +
			"XDG_CONFIG_HOME  on Linux, the folder of settings, below cardinal; else ~/.config\n" +
			"XDG_RUNTIME_DIR  on Linux, the folder in which windows find each other, below cardinal"
	}},
}

const filterHelp = `A row must hold the condition. Conditions are joined by and, or, not and brackets. Texts stand between quotes.

=, <>, <, <=, >, >=  compare with a value: price > 3, region = "EU"
in ("EU", "US")  one of several values; in (null) is the missing ones
between 3 and 5  from one value to another, both included
is null  no value
contains, begins, ends  of texts: name contains "GmbH"
like 'A%'  of texts: % is any characters, _ one
matches '^[AB]'  of texts: a regular expression
icontains, ibegins, ...  the same, if case does not matter
not in, not like, ...  not stands before any of them

` + periodHelp

const periodHelp = `date in last 30 days  periods counted from the latest date of the column
date in this month of today  counted from today; of 2024-12-31 from that day

There are last, this, previous and next, with days, weeks, months, quarters and years.`

// datesHelp lists the parts of dates among the fields, and the conditions on dates.
func datesHelp() string {
	parts := slices.DeleteFunc(strings.Split(query.FieldHelp(), "\n"), func(line string) bool {
		return !strings.Contains(line, "(date")
	})
	return "Parts of dates, for --rows and --cols:\n\n" + strings.Join(parts, "\n") + "\n\nConditions on dates, for " +
		"--filter:\n\n" + periodHelp +
		"\n\n--dates says the order of dates such as 03/04/2024 in texts: dmy or mdy."
}

func formatsHelp() string {
	text := "Files that are read are recognised by their contents: " + strings.Join(load.Extensions(), ", ") +
		". Texts may have any delimiter and encoding. A folder of a Delta table (_delta_log) is one table, without " +
		"the rows that were removed. Tables of Iceberg and Hudi are refused.\n\nFiles that are written, by --format " +
		"or by the extension of --out:\n"
	for _, f := range export.Formats {
		title := cmp.Or(f.Title, "a table of the terminal")
		text += "\n" + f.Name + "  " + title + ", " + f.Extension
	}
	return text
}

// strategiesHelp lists the strategies of the processor and of the GPU with their words.
func strategiesHelp() string {
	text := "On the processor:\n"
	for _, s := range engine.Strategies(engine.Auto) {
		text += "\n" + s.Name + "  " + s.Words
	}
	text += "\n\nWith --tier gpu:\n"
	for _, s := range engine.Strategies(engine.GPU) {
		text += "\n" + s.Name + "  " + s.Words
	}
	return text
}

// helpCommand prints the help of a command or of a topic.
func helpCommand(s *Streams) *cobra.Command {
	c := &cobra.Command{Use: "help [COMMAND or TOPIC]", Short: "show the options of a command, or a topic: " +
		"formulas, formats, ..."}
	c.ValidArgsFunction = completeTopics
	c.RunE = func(c *cobra.Command, words []string) error {
		if len(words) == 0 {
			printHelp(c.Root(), s)
			return nil
		}
		word := strings.ToLower(words[0])
		for _, t := range topics {
			if t.name == word {
				p := s.help()
				fmt.Fprintf(p, "%s: %s\n\n", p.bold(t.name), t.does)
				p.topic(t)
				return nil
			}
		}
		if one, _, err := c.Root().Find(words); err == nil && one != c.Root() {
			printHelp(one, s)
			return nil
		}
		names := each.Of(topics, func(t topic) string { return t.name })
		return usagef("help: there is no command and no topic %q; topics are %s", words[0], strings.Join(names, ", "))
	}
	return c
}

// topic prints the text of a topic.
func (p helpPage) topic(t topic) {
	for line := range strings.SplitSeq(t.text(), "\n") {
		name, does, is := entryOf(line)
		if is {
			p.entry(name, does)
		} else if line == "" {
			fmt.Fprintln(p)
		} else {
			p.text(line, 0)
		}
	}
}

// entryOf splits a line of a topic into a name and what it does.
func entryOf(line string) (name, does string, is bool) {
	name, does, is = strings.Cut(line, "  ")
	if !is { // the longest names of lists of the engine have one blank behind them
		at := strings.Index(line, ") ")
		if at > 0 && strings.IndexByte(line, '(') < strings.IndexByte(line, ' ') {
			return line[:at+1], line[at+2:], true
		}
	}
	return name, strings.TrimSpace(does), is
}
