package view

import (
	"encoding/csv"
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
)

// Label returns the literal for a label in a query.
func Label(v data.Value) query.Literal {
	if v.IsNull() {
		return query.Literal{Null: true}
	}
	return query.Literal{Text: v.String(), Quoted: true}
}

// ParseLabel reads a label as a person types it: as it is printed, without quotes.
func ParseLabel(text string) (query.Literal, error) {
	switch text = strings.TrimSpace(text); text {
	case "":
		return query.Literal{}, errors.New(lang.L("write a label as it stands in the table"))
	case "(blank)", lang.L("(blank)"):
		return query.Literal{Null: true}, nil
	}
	return query.Literal{Text: text, Quoted: true}, nil
}

// labelFormat returns the format in which the labels of a field are written. format is the number format of the field's
// column.
func labelFormat(f query.Field, labels []data.Value, format data.NumberFormat) data.NumberFormat {
	format.Edges = f.Part.Kind().Takes == query.Numbers
	format.Signed = format.Edges && slices.ContainsFunc(labels, func(v data.Value) bool {
		return strings.HasPrefix(v.Text, "-")
	})
	format.Names = f.Named()
	return format
}

// LabelOf writes a label of a field as people read it.
func LabelOf(f query.Field, v data.Value) string {
	return LabelText(v, labelFormat(f, []data.Value{v}, data.NumberFormat{}))
}

// HandText writes labels of a field for the dialog of a manual sort, with commas between them. A label with a comma or
// a quote is in quotes.
func HandText(f query.Field, labels []data.Value) string {
	format := labelFormat(f, labels, data.NumberFormat{})
	texts := make([]string, len(labels))
	for i, v := range labels {
		if texts[i] = LabelText(v, format); strings.ContainsAny(texts[i], `,"`) {
			texts[i] = `"` + strings.ReplaceAll(texts[i], `"`, `""`) + `"`
		}
	}
	return strings.Join(texts, ", ")
}

// ParseHand reads labels that are written as HandText writes them. It returns an error for a label that is not in
// known.
func ParseHand(f query.Field, text string, known []data.Value) (hand []data.Value, err error) {
	format := labelFormat(f, known, data.NumberFormat{})
	r := csv.NewReader(strings.NewReader(text))
	r.TrimLeadingSpace, r.LazyQuotes = true, true
	texts, err := r.Read()
	if err != nil {
		return nil, errors.New(lang.L("write the labels between commas"))
	}
	for _, t := range texts {
		t = strings.TrimSpace(t)
		at := slices.IndexFunc(known, func(v data.Value) bool {
			return LabelText(v, format) == t || LabelText(v, data.NumberFormat{}) == t
		})
		switch {
		case t == "":
		case at < 0:
			return nil, errors.New(lang.L("there is no label {{.Label}}", lang.With{"Label": t}))
		case slices.Contains(hand, known[at]):
			return nil, errors.New(lang.L("{{.Label}} stands twice", lang.With{"Label": t}))
		default:
			hand = append(hand, known[at])
		}
	}
	return hand, nil
}
