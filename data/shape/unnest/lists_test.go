package unnest

import (
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	two := &Lists{Names: []string{"tags", "Tags", "items"}, Inner: []string{"items.parts"}}
	one := &Lists{Names: []string{"tags"}}
	for _, tt := range []struct {
		lists *Lists
		asked string
		only  bool
		want  string
	}{
		{two, "", false, ""},
		{two, "", true, "tags"},
		{two, "Tags", false, "Tags"},
		{two, "TAGS", false, "tags"},
		{two, "ITEMS", true, "items"},
		{two, "x", true, `there is no list "x"; the lists of the file are tags, Tags, items`},
		{two, "items.parts", false,
			`"items.parts" is a list within a list, which cannot be unnested; the lists of the file are tags, Tags, items`},
		{one, "x", false, `there is no list "x"; the list of the file is tags`},
		{&Lists{}, "", true, ""},
		{&Lists{}, "x", true, `there is no list "x"; the file has no list that can be unnested`},
	} {
		got, err := tt.lists.Choose(tt.asked, tt.only)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q of %v: %s, want %s", tt.asked, tt.lists, got, tt.want)
		}
	}
}

func TestLeftOut(t *testing.T) {
	var l Lists
	for _, name := range []string{"tags", "tags", "line items", "tags"} {
		l.Add(name)
	}
	if got := l.LeftOut("line items"); !slices.Equal(got, []string{"left out: tags (lists or maps); each element of " +
		"tags can be a row (How the file is read, or --unnest tags)"}) {
		t.Errorf("%q", got)
	}
	l.AddInner("line items.parts")
	l.AddInner("line items.parts")
	if got := strings.Join(l.LeftOut("tags"), "|"); got != "left out: line items (lists or maps); each element of "+
		"line items can be a row (How the file is read, or --unnest 'line items')|left out: line items.parts (lists "+
		"within lists)" {
		t.Errorf("%s", got)
	}
	if got := l.LeftOut("")[0]; got != "left out: tags, line items (lists or maps); each element of tags can be a "+
		"row (How the file is read, or --unnest tags)" {
		t.Errorf("%s", got)
	}
	if got := Grown("tags", 1, 2, onlyLists); got != "the file has only lists, and the first is unnested: 1 row of "+
		"the file became 2 rows of the table, one for each element of tags; a row without elements stays, with nulls "+
		"in their place" {
		t.Errorf("%s", got)
	}
}
