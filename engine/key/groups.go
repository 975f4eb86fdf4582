package key

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/text/lookalike"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// grouped makes the key column of groups that a person made of the labels of base. The groups come first, in their
// order. The labels outside all groups follow, in the order of base. A label that equals the name of a group belongs to
// the group. If a group takes all other labels, it also takes null.
func grouped(ctx context.Context, base *Column, f query.Field) (*Column, error) {
	groups, err := query.ParseGroups(f.Groups)
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(groups, func(g query.LabelGroup) bool { return g.Alike }); at >= 0 {
		groups = slices.Replace(groups, at, at+1, alike(base)...)
	}
	labels := make([]data.Value, len(groups))
	groupOf := map[string]int{} // the group of each label
	null, rest := -1, -1
	for g, group := range groups {
		labels[g] = data.TextValue(group.Name)
		if group.Rest {
			rest = g
		}
		for _, l := range group.Labels {
			if l.Null {
				null = g
			} else {
				groupOf[base.Spelled(l.Text)] = g
			}
		}
	}
	for g, group := range groups {
		if _, named := groupOf[group.Name]; !named {
			groupOf[group.Name] = g
		}
	}
	if null < 0 {
		null = rest
	}
	own := make([]int, base.Card) // the index in labels of each code of base, or -1 for null
	ascending := slices.Clone(base.Rank())
	for code, rank := range base.Rank() {
		ascending[rank] = uint32(code)
	}
	if rest < 0 {
		labels = slices.Grow(labels, base.Card)
	}
	found := map[string]bool{} // the named labels that base has
	for _, code := range ascending {
		v := base.Label(code)
		text := v.String()
		g, named := groupOf[text]
		if named {
			found[text] = true
		}
		if v.Type == data.Timestamp {
			text = strings.Replace(text, "T", " ", 1)
			if other, is := groupOf[text]; is {
				found[text] = true
				if !named {
					g, named = other, true
				}
			}
		}
		switch {
		case v.IsNull():
			own[code] = null
		case named:
			own[code] = g
		case rest >= 0:
			own[code] = rest
		default:
			own[code] = len(labels)
			labels = append(labels, v)
		}
	}
	k, err := regrouped(ctx, base, f, own, labels)
	if err == nil {
		k.Absent = absent(base, groups, found)
	}
	return k, err
}

// alike returns a group for each set of labels that look the same.
func alike(base *Column) (groups []query.LabelGroup) {
	var labels []string
	for code := range base.Card {
		if v := base.Label(uint32(code)); v.Type == data.Text {
			labels = append(labels, v.Text)
		}
	}
	for _, found := range lookalike.Find(labels) {
		g := query.LabelGroup{Name: found.Name}
		for _, label := range found.Others {
			g.Labels = append(g.Labels, query.Literal{Text: label, Quoted: true})
		}
		groups = append(groups, g)
	}
	return groups
}

// absent returns the labels that groups name but base does not have. Null may always be named.
func absent(base *Column, groups []query.LabelGroup, found map[string]bool) (labels []string) {
	for _, g := range groups {
		for _, l := range g.Labels {
			if !l.Null && !found[base.Spelled(l.Text)] {
				labels = append(labels, l.Text)
			}
		}
	}
	return labels
}

// regrouped makes a key column of labels. own maps each code of base to the index of its label, or to -1 for null.
func regrouped(ctx context.Context, base *Column, f query.Field, own []int, labels []data.Value) (*Column, error) {
	k := &Column{Field: f, Card: len(labels), sorted: true, nulls: slices.Contains(own, -1), Format: base.Format,
		Computed: base.Computed}
	k.Format.Names = false
	first := 0
	if k.nulls {
		first, k.Card = 1, k.Card+1
	}
	k.label = func(code uint32) data.Value {
		if int(code) < first {
			return data.Value{}
		}
		return labels[int(code)-first]
	}
	k.order = func(a, b uint32) int { return int(a) - int(b) }
	if k.nulls {
		k.order = nullLast
	}
	codes := memory.Make[uint32](base.Codes.Len())
	err := eachRange(ctx, len(codes), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			codes[i] = uint32(own[base.Codes.At(i)] + first)
		}
	})
	k.Codes = data.PackCodes(codes, k.Card)
	return k, err
}
