package chart

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of chart. The command line, the menus and Suggest take all that they know of kinds from it.
type Kind struct {
	Name  string // on the command line: heatmap
	Title string // in menus: Heat map
	Words string // what it is for, as a sentence without a stop
	Noun  string // in sentences: heat map

	suits func(*figures) error // why the kind cannot show the figures, nil where it can
	draw  func(*drawing) error // lays out the scene

	// the fields along the axis, those of the series, and the measures; nil: Excel has no such chart
	shelves func(f *figures, ctx context.Context) (x, by, measures []int)
}

// Auto is the name of the kind that Suggest chooses.
const Auto = "auto"

// Kinds lists the kinds in the order of menus. A further one needs its file and its entry here.
var Kinds = []*Kind{bars, stackedBars, lines, areas, combo, points, pie, heatMap, treemap}

// Named is the kind of a name, nil for Auto and where there is none.
func Named(name string) *Kind {
	if i := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Name == name }); i >= 0 {
		return Kinds[i]
	}
	return nil
}

// CheckName says which names there are where name is none of them.
func CheckName(name string) error {
	if name == Auto || Named(name) != nil {
		return nil
	}
	return fmt.Errorf("%q is none of %s", name, Names())
}

// Names lists Auto and the names of all kinds as a sentence does.
func Names() string {
	names := []string{Auto}
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Title is the title of the kind of a name in menus. For Auto, or no name, it says which kind the scene has,
// where there is a scene.
func Title(name string, s *Scene) string {
	switch k := Named(name); {
	case k != nil:
		return k.Title
	case s != nil:
		return "Automatic: " + s.Kind.Title
	}
	return "Automatic"
}
