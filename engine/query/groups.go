package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
)

// LabelGroup is a group of labels made by hand.
type LabelGroup struct {
	Name   string
	Labels []Literal
	Rest   bool // the group also has every label that is named in no group
	Alike  bool // stands for a group of each set of labels that look the same
}

// restName is the word for all other labels, and the default name of their group.
const restName = "rest"

// alikeName is the word that asks for groups of labels that look alike.
const alikeName = "lookalikes"

// ParseGroups reads groups of labels: EU = France, Germany; rest. Labels are written as they are printed; a label in
// quotes may have any text, and null is the label of missing values.
//
// The word rest by itself makes a group Rest of all other labels; Elsewhere = rest gives that group the name Elsewhere.
// The word lookalikes by itself makes a group of each set of labels that look the same.
func ParseGroups(text string) ([]LabelGroup, error) {
	var out []LabelGroup
	seen := map[string]bool{}
	named := map[Literal]string{}
	for rest := text; strings.TrimSpace(rest) != ""; {
		var one string
		one, rest = cut(rest, ";")
		g, err := parseGroup(one)
		switch {
		case err != nil:
			return nil, err
		case seen[g.Name]:
			return nil, fmt.Errorf("two groups are called %s", g.Name)
		case g.Rest && slices.ContainsFunc(out, func(o LabelGroup) bool { return o.Rest }):
			return nil, fmt.Errorf("two groups take the rest: leave rest out of %s", g.Name)
		}
		for _, l := range g.Labels {
			if other, twice := named[l]; twice {
				return nil, fmt.Errorf("the label %s is in two groups, %s and %s", l.Label(), other, g.Name)
			}
			named[l] = g.Name
		}
		seen[g.Name] = true
		out = append(out, g)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%q names no group, as in 'EU = France, Germany; rest'", text)
	}
	return out, nil
}

func parseGroup(text string) (LabelGroup, error) {
	name, labels := cut(text, "=")
	g := LabelGroup{Name: trimQuotes(strings.TrimSpace(name))}
	switch {
	case g.Name == "":
		return g, fmt.Errorf("a group has no name in %q: write it as in 'EU = France, Germany; rest'",
			strings.TrimSpace(text))
	case strings.TrimSpace(labels) != "":
	case strings.EqualFold(strings.TrimSpace(name), restName):
		return LabelGroup{Name: "Rest", Rest: true}, nil
	case strings.EqualFold(strings.TrimSpace(name), alikeName):
		return LabelGroup{Name: alikeName, Alike: true}, nil
	default:
		return g, fmt.Errorf("the group %s has no labels: write it as in 'EU = France, Germany; rest'", g.Name)
	}
	for labels != "" {
		var one string
		one, labels = cutLabel(labels)
		if strings.EqualFold(strings.TrimSpace(one), restName) {
			g.Rest = true
			continue
		}
		g.Labels = append(g.Labels, parseLabels(one)...)
	}
	return g, nil
}

func trimQuotes(s string) string {
	if s != "" && (s[0] == '\'' || s[0] == '"') {
		if text, n, ok := unquote(s, s[0]); ok && n == len(s) {
			return text
		}
	}
	return s
}

// GroupsText writes groups so that ParseGroups reads them back.
func GroupsText(groups []LabelGroup) string {
	var all []string
	for _, g := range groups {
		if g.Alike {
			all = append(all, alikeName)
			continue
		}
		labels := each.Of(g.Labels, groupLabel)
		if g.Rest {
			labels = append(labels, restName)
		}
		all = append(all, groupLabel(Literal{Text: g.Name, Quoted: true})+" = "+strings.Join(labels, ", "))
	}
	return strings.Join(all, "; ")
}

// groupLabel writes a label or the name of a group.
func groupLabel(l Literal) string {
	if !l.Null && (strings.ContainsAny(l.Text, ";=") || strings.EqualFold(l.Text, restName)) {
		return Literal{Text: l.Text, Quoted: true}.String()
	}
	return labelText(l)
}

// Group returns the field with groups of its labels. The text has the syntax of ParseGroups.
func (f Field) Group(text string) (Field, error) {
	groups, err := ParseGroups(text)
	if err != nil {
		return Field{}, err
	}
	f.Groups = GroupsText(groups)
	return f, nil
}

// group reads a call such as group(region, 'EU = France, Germany; rest').
func (p *parser) group() (Field, error) {
	p.next()
	p.next()
	f, err := p.field()
	if err != nil {
		return Field{}, err
	}
	if f.Groups != "" {
		return Field{}, fmt.Errorf("%s: groups of groups cannot be made", f)
	}
	if err := p.expect(","); err != nil {
		return Field{}, err
	}
	if p.peek().kind != quoted {
		return Field{}, p.unexpected("groups in quotes, as 'EU = France, Germany; rest'")
	}
	if f, err = f.Group(p.next().text); err != nil {
		return Field{}, err
	}
	return f, p.expect(")")
}

// ParseFieldGroups reads a field and groups of its labels: region: EU = France, Germany; rest. It returns the
// field with the groups.
func ParseFieldGroups(text string) (Field, error) {
	name, groups := cut(text, ":")
	fields, err := ParseFields(name)
	switch {
	case err != nil:
		return Field{}, err
	case len(fields) != 1 || strings.TrimSpace(groups) == "":
		return Field{},
			fmt.Errorf("%q names no field and groups of its labels, as in 'region: EU = France, Germany; rest'", text)
	}
	return fields[0].Group(groups)
}
