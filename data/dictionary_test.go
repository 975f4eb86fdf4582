package data

import (
	"fmt"
	"slices"
	"testing"
)

// TestDeclaredOrder ranks texts by the order that their file declares, which precedes the orders of months and of
// bytes. A text that is not declared comes last.
func TestDeclaredOrder(t *testing.T) {
	d := NewDictionary([]string{"Jan", "new", "Mar", "Feb", "gone"})
	d.Order = []string{"Mar", "Feb", "unused", "Jan"}
	if got := fmt.Sprint(d.Places(), d.Rank()); got != "[3 4 0 1 4] [2 4 0 1 3]" {
		t.Error(got)
	}
}

// TestOrderIsKept keeps the declared order in columns that are made of others.
func TestOrderIsKept(t *testing.T) {
	c := NewText("size", []uint32{0, 1, 2}, []string{"L", "S", "M"}, nil)
	c.Dict.Order = []string{"S", "M", "L", "XL"}
	gathered, err := c.Gather(t.Context(), []int32{2, -1, 0})
	if err != nil {
		t.Fatal(err)
	}
	for what, made := range map[string]*Column{"gathered": gathered, "used": gathered.Used(), "head": c.head(2),
		"only": c.Only(Bitmap{1}), "codes": c.WithCodes(c.Codes)} {
		if !slices.Equal(made.Dict.Order, c.Dict.Order) {
			t.Errorf("%s: %q", what, made.Dict.Order)
		}
	}
}
