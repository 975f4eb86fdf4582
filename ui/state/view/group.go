package view

import (
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/text/lookalike"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
)

// maxGroupName is the greatest number of bytes in the name of a group that a person types.
const maxGroupName = 200

// Grouped returns the field that gets a new group when labels of f are grouped. This is a field on the same shelf that
// already groups the labels of f, or else f itself.
func (s State) Grouped(f query.Field) query.Field {
	keys := s.Rows
	if slices.Contains(s.Cols, f) {
		keys = s.Cols
	}
	if i := slices.IndexFunc(keys, func(o query.Field) bool {
		return f.Groups == "" && o.Groups != "" && o.Base() == f
	}); i >= 0 {
		return keys[i]
	}
	return f
}

// GroupName suggests a name for a group of labels of f. If a label is already a group, its name is suggested. Otherwise
// the name lists the labels.
func (s State) GroupName(f query.Field, labels []data.Value) string {
	groups := groupsOf(s.Grouped(f))
	format := labelFormat(f, labels, data.NumberFormat{})
	var texts []string
	for _, v := range labels {
		text := LabelText(v, format)
		if slices.ContainsFunc(groups, func(g query.LabelGroup) bool { return g.Name == text }) {
			return text
		}
		texts = append(texts, text)
	}
	if len(texts) > 3 {
		texts = append(texts[:2], lang.L("others"))
	}
	return strings.Join(texts, ", ")
}

// GroupLabels puts labels of f into the group with a name. If there is no such group, it makes one. If a label is
// itself a group, all labels of that group are put into the new one. The labels leave their other groups.
func (s State) GroupLabels(f query.Field, labels []data.Value, name string) State {
	target := s.Grouped(f)
	groups := groupsOf(target)
	to := query.LabelGroup{Name: name}
	add := func(l query.Literal) {
		if !slices.Contains(to.Labels, l) {
			to.Labels = append(to.Labels, l)
		}
	}
	join := func(g query.LabelGroup) {
		for _, l := range g.Labels {
			add(l)
		}
		to.Rest = to.Rest || g.Rest
	}
	at := len(groups)
	if i := groupIndex(groups, name); i >= 0 {
		join(groups[i])
		at, groups = i, slices.Delete(groups, i, i+1)
	}
	for _, v := range labels {
		l := Label(v)
		i := groupIndex(groups, l.Text)
		switch {
		case f == target && !l.Null && i >= 0: // the label is a group
			join(groups[i])
			at = min(at, i)
			groups = slices.Delete(groups, i, i+1)
		case l.Text != name || l.Null || f != target:
			add(l)
		}
	}
	for i := range groups {
		groups[i].Labels = slices.DeleteFunc(groups[i].Labels, func(l query.Literal) bool {
			return slices.Contains(to.Labels, l)
		})
	}
	groups = slices.Insert(groups, min(at, len(groups)), to)
	return s.setGroups(target, groups)
}

// GroupAlike groups the labels of a column that look alike. If the column is on no shelf, it is added to Rows.
func (s State) GroupAlike(column string, groups []lookalike.Group) State {
	f := query.Field{Column: column}
	for _, g := range groups {
		keys := slices.Concat(s.Rows, s.Cols)
		at := slices.IndexFunc(keys, func(key query.Field) bool {
			return key == f || key.Groups != "" && key.Base() == f
		})
		if at < 0 {
			s = s.AddKey(f, Rows, len(s.Rows))
			keys, at = s.Rows, len(s.Rows)-1
		}
		labels := each.Of(g.Others, data.TextValue)
		s = s.GroupLabels(keys[at], labels, g.Name)
	}
	return s
}

// Ungroup removes the groups with the given names. Their labels are no longer grouped.
func (s State) Ungroup(f query.Field, labels []data.Value) State {
	return s.setGroups(f, slices.DeleteFunc(groupsOf(f), func(g query.LabelGroup) bool {
		return slices.Contains(labels, data.TextValue(g.Name))
	}))
}

// IsGroup reports whether one of the labels of a field is a group made by a person.
func IsGroup(f query.Field, labels []data.Value) bool {
	return slices.ContainsFunc(groupsOf(f), func(g query.LabelGroup) bool {
		return slices.Contains(labels, data.TextValue(g.Name))
	})
}

// CheckGroup returns an error if a group cannot have a name.
func CheckGroup(name string) error {
	switch {
	case name == "":
		return errors.New(lang.L("write the name of the group"))
	case len(name) > maxGroupName || strings.ContainsAny(name, "\n\r"):
		return errors.New(lang.L("a name is one line of at most 200 characters"))
	}
	return nil
}

// setGroups replaces the groups of a key on Rows or Cols. If groups is empty, the key becomes the field without groups.
func (s State) setGroups(f query.Field, groups []query.LabelGroup) State {
	groups = slices.DeleteFunc(groups, func(g query.LabelGroup) bool {
		return len(g.Labels) == 0 && !g.Rest && !g.Alike
	})
	next := f.Base()
	next.Groups = query.GroupsText(groups)
	for _, on := range []Shelf{Rows, Cols} {
		if i := slices.Index(s.keys(on), f); i >= 0 {
			return s.SetKey(on, i, next)
		}
	}
	return s
}

func groupsOf(f query.Field) []query.LabelGroup {
	if f.Groups == "" {
		return nil
	}
	groups, err := query.ParseGroups(f.Groups)
	if err != nil {
		panic("BUG: groups that cannot be read: " + err.Error())
	}
	return groups
}

func groupIndex(groups []query.LabelGroup, name string) int {
	return slices.IndexFunc(groups, func(g query.LabelGroup) bool { return g.Name == name })
}
