package lang_test

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/number/calendar"
	"cardinal/engine"
	"cardinal/engine/gpu/host"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/folders"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// shown returns the English words that other packages list and the window shows, each with where it is shown. The
// window translates them where it shows them.
func shown() map[string]string {
	words := map[string]string{}
	add := func(where string, all ...string) {
		for _, w := range all {
			if w != "" {
				words[w] = where
			}
		}
	}
	for _, f := range query.Funcs {
		add("an aggregate, in menus", f.Title())
	}
	for m := query.Usual; m <= query.Pairs; m++ {
		add("a group of aggregates, in menus", m.Title())
	}
	for _, w := range query.Ways {
		add("a way to show a measure", w.Title)
		add("a group of ways to show a measure", w.Group())
	}
	add("why no GPU is used", host.Unseen, host.NoDriver)
	for _, p := range query.PartKinds {
		add("a part of a date, or a kind of bins", p.Title)
	}
	for _, m := range query.OfferedMarks {
		if !m.Counts() && m.Kind != query.Passing {
			add("a conditional format", m.Title())
		}
	}
	add("compared figures: {{.Format}} in each row", string(query.PerRow), string(query.PerColumn),
		string(query.PerGroup))
	for _, f := range query.NumberFormats {
		add("a number format", f.Name)
	}
	for _, k := range query.PeriodKinds {
		add("a period in the filter dialog, before a number and a unit, as in last 30 days; or before a unit",
			k+" (of days)")
	}
	for _, u := range query.PeriodUnits {
		add("a unit of a period", u, u+"s")
		add("a period on a chip", "this "+u, "previous "+u)
	}
	for u := calendar.Years; u <= calendar.Seconds; u++ {
		add("a step of a trend", u.String())
	}
	for _, c := range infer.Choices {
		add("a type of a column, in the preview of a file", c.Words())
	}
	for _, k := range chart.Kinds {
		add("a kind of chart, in menus", k.Title)
	}
	add("a kind of chart, in menus", chart.Title(""))
	for _, f := range export.Formats {
		add("a format of exports, in menus and titles", f.Title)
	}
	for _, name := range profiler.StepNames {
		add("a step of a pivot, and what is under way", name)
	}
	add("what a file cannot hold", export.LossKinds...)
	add("a web page that pivots", export.PageTexts...)
	for _, t := range engine.Tiers() {
		add("hardware, in menus", t.Title)
		add("hardware, within a sentence or before a figure", t.Noun, t.Short())
	}
	for _, p := range folders.Places() {
		add("the dialog of folders", p.Title, p.Holds)
	}
	for _, member := range []*data.Table{{Member: "x"}, {Format: "xlsx"}, {}} {
		add("a part of a file", member.SheetWord(), member.SheetWord()+"s")
	}
	for _, d := range data.Delimiters {
		add("what stands between fields of a text file", strings.ToUpper(d.Name[:1])+d.Name[1:])
	}
	for t := data.Int; t <= data.Timestamp; t++ {
		add("a type of a column, in the preview of a file", fmt.Sprint(t))
	}
	add("menus and buttons of the toolkit", lang.ToolkitWords...)
	return words
}

// counted returns the texts with plural forms that are put together: the English for 1, by the English for others.
func counted() map[string]string {
	forms := map[string]string{}
	for _, kind := range []string{"last", "next"} {
		for _, u := range query.PeriodUnits {
			one := kind + " {{.N}} " + u
			forms[one+"s"] = one
		}
	}
	return forms
}
