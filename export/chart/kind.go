package chart

import (
	"context"
	"slices"

	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// Kind describes a kind of chart. The command line, the menus and Suggest take everything that they need to know about
// kinds from these descriptions.
type Kind struct {
	Name  string // on the command line: heatmap
	Title string // in menus: Heat map
	Words string // what the kind is used for, as a sentence without a full stop
	Noun  string // in sentences: heat map

	suits func(*figures) error // returns why the kind cannot show the figures, or nil
	draw  func(*drawing) error // lays out the scene

	// returns the fields along the axis, the fields of the series, and the measures; nil: Excel has no such chart
	shelves func(f *figures, ctx context.Context) (x, by, measures []int)
}

// Auto is the name of the kind that Suggest chooses.
const Auto = "auto"

// Kinds lists the kinds in the order of menus. A new kind needs a file of its own and an entry here.
var Kinds = []*Kind{bars, stackedBars, lines, areas, combo, points, pie, waterfall, box, heatMap, treemap}

// Named returns the kind with the given name, or nil for Auto and unknown names.
func Named(name string) *Kind {
	if i := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Name == name }); i >= 0 {
		return Kinds[i]
	}
	return nil
}

// Names lists Auto and the names of all kinds in the form of a sentence.
func Names() string {
	names := append([]string{Auto}, each.Of(Kinds, func(k *Kind) string { return k.Name })...)
	return separators.Join(names, "or")
}

// Title returns the title, in menus, of the kind of a style.
func Title(style string) string {
	if of, _ := ParseStyle(style); of.Kind != nil {
		return of.Kind.Title
	}
	return "Automatic"
}
