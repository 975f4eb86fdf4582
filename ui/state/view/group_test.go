package view

import (
	"fmt"
	"testing"

	"cardinal/data/text/lookalike"
	"cardinal/engine/query"
)

// TestGroupAlike groups labels that look alike: on the shelf of their field, beside the field's groups, or on Rows.
func TestGroupAlike(t *testing.T) {
	k, other := query.Field{Column: "k"}, query.Field{Column: "other"}
	grouped, err := k.Group("North = Oslo")
	if err != nil {
		t.Fatal(err)
	}
	groups := []lookalike.Group{{Name: "x", Others: []string{"x ", " x"}}, {Name: "y", Others: []string{"y "}}}
	for name, c := range map[string]struct {
		from State
		want string
	}{
		"on no shelf": {State{Rows: []query.Field{other}}, "[other group(k, 'x = ''x '', '' x''; y = ''y ''')] []"},
		"on Rows": {State{Rows: []query.Field{k, other}},
			"[group(k, 'x = ''x '', '' x''; y = ''y ''') other] []"},
		"on Columns": {State{Rows: []query.Field{other}, Cols: []query.Field{k}}, "[other] [group(k, 'x = ''x " +
			"'', '' x''; y = ''y ''')]"},
		"grouped before": {State{Cols: []query.Field{grouped}}, "[] [group(k, 'North = Oslo; x = ''x '', '' x''; y = " +
			"''y ''')]"},
	} {
		got := c.from.GroupAlike("k", groups)
		if text := fmt.Sprint(got.Rows, got.Cols); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
		if again := got.GroupAlike("k", groups); fmt.Sprint(again.Rows, again.Cols) != c.want {
			t.Errorf("%s, again: %v %v", name, again.Rows, again.Cols)
		}
	}
}
