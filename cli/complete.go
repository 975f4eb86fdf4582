package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/load"
	"cardinal/data/number/zone"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/each"
)

// completionTime bounds how long a shell waits for the columns of a file.
const completionTime = 2 * time.Second

// mostLabels is the number of labels of a column that are offered.
const mostLabels = 50

// offers has, for each option, the function that returns the words to offer at the beginning of its value. The table is
// made of the files that the command names.
var offers = map[string]func(t *data.Table) []string{
	"rows": fieldWords, "cols": fieldWords, "top-of": columnWords, "sheets-by": columnWords, "subtotals": columnWords,
	"no-totals": measureWords,
	"values":    measureWords, "bars": measureWords, "scale": measureWords, "arrows": measureWords,
	"top-by": measureWords,
	"filter": columnWords, "filter-file": followed(columnWords, "="),
	"unnest":    func(t *data.Table) []string { return t.Lists },
	"partition": columnWords,
	"sheet":     func(t *data.Table) []string { return t.Sheets },
	"show":      measureWords, "title": measureWords, "number": measureWords, "highlight": measureWords,
	"having": measureWords,
	"group":  followed(columnWords, ": "), "at": labelWords,
	"against": func(t *data.Table) []string { return append([]string{"total", "none"}, labelWords(t)...) },
	"measure": measureWords,
	"type": func(t *data.Table) (words []string) {
		for _, c := range infer.Choices {
			words = append(words, followed(columnWords, "="+c.Name)(t)...)
		}
		return words
	},
	"role": func(t *data.Table) []string {
		return append(followed(columnWords, "=identifier")(t), followed(columnWords, "=quantity")(t)...)
	},
	"zone": func(t *data.Table) (words []string) {
		for _, c := range t.Columns {
			if c.UTC {
				words = append(words, each.Of(zone.Names(), func(name string) string { return c.Name + "=" + name })...)
			}
		}
		return words
	},
	"sort": func(t *data.Table) []string {
		return append([]string{"label", "label desc", "natural"}, followed(measureWords, " desc")(t)...)
	},
}

// choices lists the values that each option takes, by the name of the option.
func choices() map[string][]string {
	of := map[string][]string{
		"totals": {"both", "rows", "cols", "none"}, "totals-at": {"bottom", "top"}, "values-on": {"cols", "rows"},
		"color": {"auto", "always", "never"}, "progress": {"auto", "json", "none"},
		"merged": {"fill"}, "quote": {"double", "single", "backslash", "none"}, "decimal": {"point", "comma"},
		"dates": {"dmy", "mdy", "ymd"}, "profile": {"text", "json"}, "compare": {"text", "json"}, "tier": tierNames(),
		"delimiter": {"comma", "semicolon", "tab", "bar", "space", "spaces", "ctrl-a", "unit-separator"},
		"encoding":  {"utf-8", "windows-1252", "shift_jis", "gb18030"}, "chart": {chart.Auto}, "header": {"none"},
		"footer": {"none"},
	}
	of["chart"] = append(of["chart"], each.Of(chart.Kinds, func(k *chart.Kind) string { return k.Name })...)
	of["as"] = append(sqlForms(), "command", "json")
	of["format"] = append(of["format"], each.Of(export.Formats, func(f export.Format) string { return f.Name })...)
	for _, t := range []engine.Tier{engine.Auto, engine.GPU} {
		for _, s := range engine.Strategies(t) {
			of["strategy"] = append(of["strategy"], s.Name)
		}
	}
	return of
}

// completeOptions tells the shells which values the options of a command take.
func completeOptions(c *cobra.Command, options *pflag.FlagSet) {
	of := choices()
	options.VisitAll(func(o *pflag.Flag) {
		var err error
		if words := of[o.Name]; words != nil {
			err = c.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(words,
				cobra.ShellCompDirectiveNoFileComp))
		} else if offer := offers[o.Name]; offer != nil {
			err = c.RegisterFlagCompletionFunc(o.Name, completeOfTable(offer))
		} else if o.Name == "workspace" {
			err = c.MarkFlagFilename(o.Name, "cardinal")
		}
		if err != nil {
			panic("BUG: " + err.Error())
		}
	})
	if !strings.Contains(c.Use, "FILE") {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// completeOfTable completes the text after the last comma with words of the table of a command.
func completeOfTable(offer func(t *data.Table) []string) cobra.CompletionFunc {
	return func(c *cobra.Command, operands []string, begun string) ([]string, cobra.ShellCompDirective) {
		ctx, cancel := context.WithTimeout(c.Context(), completionTime)
		defer cancel()
		var words []string
		if t := namedTable(ctx, c, operands); t != nil {
			kept, last := splitLast(begun)
			for _, word := range offer(t) {
				if strings.HasPrefix(strings.ToLower(word), strings.ToLower(last)) {
					words = append(words, kept+word)
				}
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// splitLast splits a list after its last comma that is outside brackets and quotes.
func splitLast(list string) (kept, last string) {
	at, depth, quoted := 0, 0, false
	for i, r := range list {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			at = i + 1
		}
	}
	last = strings.TrimLeft(list[at:], " ")
	return list[:len(list)-len(last)], last
}

// namedTable reads the table that a command names, or the beginning of a long one, with the command's options of
// reading. It returns nil if the command names no table.
func namedTable(ctx context.Context, c *cobra.Command, operands []string) *data.Table {
	path, err := files(c.Name(), operands)
	if err != nil || path == "-" {
		return nil
	}
	if remote.IsAddress(path) {
		server, of, err := dial.Table(ctx, path)
		if err != nil {
			return nil
		}
		defer server.Close()
		return of.Schema()
	}
	var how reading
	options := pflag.NewFlagSet("", pflag.ContinueOnError)
	how.addFlags(options)
	c.Flags().Visit(func(o *pflag.Flag) {
		if options.Lookup(o.Name) != nil && o.Name != "sheet" && err == nil {
			err = options.Set(o.Name, o.Value.String())
		}
	})
	if sheet := c.Flags().Lookup("sheet"); sheet != nil {
		how.sheet = sheet.Value.String()
	}
	l, wrong := how.loading()
	if err != nil || wrong != nil {
		return nil
	}
	if load.HasAddress(path) { // completing a word must not download a file
		return nil
	}
	for t := range load.Beginnings(ctx, path, l) {
		return t
	}
	t, err := how.open(ctx, path, l, Streams{})
	if err != nil {
		return nil
	}
	return t
}

// columnWords returns the columns of a table.
func columnWords(t *data.Table) []string {
	return each.Of(t.Columns, func(c *data.Column) string { return query.Field{Column: c.Name}.String() })
}

// fieldWords returns the columns of a table, and the commonest parts of its dates.
func fieldWords(t *data.Table) []string {
	words := columnWords(t)
	for i, c := range t.Columns {
		if c.Type.Temporal() {
			for _, part := range []string{"year(%)", "quarter(%)", "month(%)", "trunc(%, month)", "weekday(%)"} {
				words = append(words, strings.ReplaceAll(part, "%", words[i]))
			}
		}
	}
	return words
}

// measureWords returns the commonest measures of the columns of a table.
func measureWords(t *data.Table) []string {
	words := []string{"count()"}
	for i, name := range columnWords(t) {
		functions := []string{"distinct", "count"}
		switch c := t.Columns[i]; {
		case c.Type.Numeric():
			functions = []string{"sum", "avg", "min", "max", "median", "distinct"}
		case c.Type.Temporal():
			functions = []string{"min", "max", "distinct"}
		}
		words = append(words, each.Of(functions, func(f string) string { return f + "(" + name + ")" })...)
	}
	return words
}

// labelWords returns cells of one field: a column, an equals sign and a label.
func labelWords(t *data.Table) (words []string) {
	for i, name := range columnWords(t) {
		labels := []string{""}
		if d := t.Columns[i].Dict; d != nil && len(d.Values) <= mostLabels {
			labels = slices.Clone(d.Values)
			slices.Sort(labels)
		}
		words = append(words, each.Of(labels, func(label string) string { return name + "=" + label })...)
	}
	return words
}

// followed returns a function that appends end to all words of an offer.
func followed(offer func(t *data.Table) []string, end string) func(t *data.Table) []string {
	return func(t *data.Table) []string {
		words := offer(t)
		for i := range words {
			words[i] += end
		}
		return words
	}
}

// completeTopics offers the commands and topics with a page of help.
func completeTopics(c *cobra.Command, _ []string, _ string) (words []string, _ cobra.ShellCompDirective) {
	for _, one := range c.Root().Commands() {
		if one.IsAvailableCommand() {
			words = append(words, one.Name()+"\t"+one.Short)
		}
	}
	words = append(words, each.Of(topics, func(t topic) string { return t.name + "\t" + t.does })...)
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
