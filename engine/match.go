package engine

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Matches are the labels that a list of values names.
type Matches struct {
	Codes   []uint32 // of the labels, in label order
	Values  int      // number of distinct values
	Folded  int      // number of values that match a label only if case and surrounding blanks are ignored
	Missing []string // values that match no label, in their order
	Foreign int      // number of missing values that are no numbers, if the labels are numbers; of dates alike
}

// wanted is a distinct value of a list.
type wanted struct {
	text    string // as it was written
	foreign bool   // it does not have the type of the labels
	found   bool   // it is a label
}

// match is a label that a value names.
type match struct {
	code   uint32
	value  int    // the position of the value, if the value is the label
	folded string // else the text that both have if case and blanks are ignored
}

// labelsAtOnce is the number of labels that a goroutine compares at a time.
const labelsAtOnce = 1 << 14

// Match finds the labels that values name. shown returns a label as a person sees it. Numbers and dates may be written
// in any form that files may have. If fold is true, a text that is no label matches the labels that differ from it in
// case or surrounding blanks. Match looks up each label in a map of the values, so that both may be many.
func (f *Frequencies) Match(ctx context.Context, values []string, shown func(data.Value) string,
	fold bool) (Matches, error) {
	kind := data.Text
	if len(f.Codes) > 0 {
		if v := f.Key.Label(f.Codes[0]); v.Unit == 0 && (v.Type.Numeric() || v.Type.Temporal()) {
			kind = v.Type
		}
	}
	keys, err := valueKeys(ctx, values, kind)
	if err != nil {
		return Matches{}, err
	}
	var list []wanted
	places, similar := make(map[string]int, len(keys)), map[string][]int{}
	for i, key := range keys {
		one := wanted{text: values[i], foreign: key == ""}
		if one.foreign {
			key = "\x00" + one.text
		}
		if _, seen := places[key]; seen {
			continue
		}
		places[key] = len(list)
		if fold && kind == data.Text {
			similar[folded(key)] = append(similar[folded(key)], len(list))
		}
		list = append(list, one)
	}
	find := func(code uint32) (match, bool) {
		v := f.Key.Label(code)
		texts := [2]string{labelKey(v)}
		if kind == data.Text {
			texts = [2]string{v.String(), shown(v)}
		}
		for _, text := range texts {
			if at, is := places[text]; is {
				return match{code: code, value: at}, true
			}
		}
		for _, text := range texts {
			if text = folded(text); similar[text] != nil {
				return match{code: code, folded: text}, true
			}
		}
		return match{}, false
	}
	pieces := make([][]match, (len(f.Codes)+labelsAtOnce-1)/labelsAtOnce)
	err = parallel.On(ctx, RunOptions{}.complete().Threads, len(pieces), func(_ context.Context, piece int) error {
		lo := piece * labelsAtOnce
		for _, code := range f.Codes[lo:min(lo+labelsAtOnce, len(f.Codes))] {
			if one, is := find(code); is {
				pieces[piece] = append(pieces[piece], one)
			}
		}
		return nil
	})
	return matchesOf(slices.Concat(pieces...), list, similar), err
}

// matchesOf joins the labels that values name. A label that is only similar to values counts if one of these values is
// no label.
func matchesOf(all []match, list []wanted, similar map[string][]int) Matches {
	for _, one := range all {
		if one.folded == "" {
			list[one.value].found = true
		}
	}
	m, near := Matches{Values: len(list)}, map[int]bool{}
	for _, one := range all {
		text := one.folded
		if text == "" {
			text = folded(list[one.value].text)
		}
		open := each.Where(similar[text], func(at int) bool { return !list[at].found })
		for _, at := range open {
			near[at] = true
		}
		if one.folded == "" || len(open) > 0 {
			m.Codes = append(m.Codes, one.code)
		}
	}
	m.Folded = len(near)
	for at, w := range list {
		if w.found || near[at] {
			continue
		}
		if m.Missing = append(m.Missing, w.text); w.foreign {
			m.Foreign++
		}
	}
	return m
}

// valueKeys reads values of a type. It returns a text for each that equals labelKey of the same label, or "" if a value
// does not have the type.
func valueKeys(ctx context.Context, values []string, kind data.Type) ([]string, error) {
	name := "date"
	switch {
	case kind == data.Text:
		return values, nil
	case kind == data.Timestamp:
		name = "time"
	case kind.Numeric():
		name = "number"
		values = each.Of(values, separators.Read)
	}
	keys, choice := make([]string, len(values)), slices.IndexFunc(infer.Choices, func(c infer.Choice) bool {
		return c.Name == name
	})
	c, err := infer.Column(ctx, values, &infer.Choices[choice])
	if err != nil { // no value can be read
		return keys, ctx.Err()
	}
	for i := range keys {
		keys[i] = labelKey(c.Value(i))
	}
	return keys, nil
}

// labelKey writes a number or a time so that equal ones have equal texts, whatever the scale of their column.
func labelKey(v data.Value) string {
	text := strings.TrimSuffix(v.String(), "Z")
	if v.Type.Numeric() && strings.Contains(text, ".") && !strings.Contains(text, "e") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// folded returns a text in lower case, without surrounding blanks.
func folded(text string) string { return strings.ToLower(strings.TrimSpace(text)) }
