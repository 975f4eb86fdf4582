package ui

import (
	"slices"
	"strings"

	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// sheetWidth is the largest width for the name of a sheet.
const sheetWidth = 170

// newSheetList returns the list of the sheets of a file. Long names, such as paths in an archive, are cut if they stay
// distinct. The tip shows the whole name of the chosen sheet.
func newSheetList(tips *tip.Tip, chosen func(name string)) *tip.Select {
	l := tip.NewSelect(nil, tips, nil)
	l.OnChanged = func(string) { chosen(l.Whole[l.SelectedIndex()]) }
	return l
}

// showSheets lists sheets and chooses one. The last name means all sheets, and makes the list wider only while it is
// chosen.
func showSheets(l *tip.Select, names []string, chosen string) {
	l.Whole, l.PlaceHolder = names, ""
	shown := shortenNames(names)
	widest := float32(0)
	for i, text := range shown {
		if i == len(shown)-1 && names[i] != chosen {
			break
		}
		if width := fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width; width > widest &&
			width <= sheetWidth {
			widest, l.PlaceHolder = width, text // the toolkit makes the list as wide as this text
		}
	}
	l.SetOptions(shown)
	if at := slices.Index(names, chosen); at >= 0 {
		l.SetSelectedIndex(at)
	}
}

// shortenNames cuts long names so that they stay distinct. It cuts them in the middle, or else at the beginning, or
// else after the folders that the long names have in common. If no cut keeps the names distinct, it returns them uncut.
func shortenNames(names []string) []string {
	folders := commonFolder(slices.DeleteFunc(slices.Clone(names), fits))
	for _, cut := range []func(string, fyne.TextStyle, float32) string{
		input.MiddleEllipsis,
		input.StartEllipsis,
		func(name string, style fyne.TextStyle, width float32) string {
			if rest, ok := strings.CutPrefix(name, folders); ok && folders != "" {
				name = "…/" + rest
			}
			return input.Ellipsis(name, style, width)
		},
	} {
		shown, seen := slices.Clone(names), map[string]bool{}
		for i, name := range names {
			if !fits(name) {
				shown[i] = cut(name, fyne.TextStyle{}, sheetWidth)
			}
			seen[shown[i]] = true
		}
		if len(seen) == len(names) {
			return shown
		}
	}
	return names
}

func fits(name string) bool {
	return fyne.MeasureText(name, theme.TextSize(), fyne.TextStyle{}).Width <= sheetWidth
}

// commonFolder returns the folders with which all paths begin, up to and with the last slash.
func commonFolder(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	least, greatest := slices.Min(paths), slices.Max(paths) // what these two have in common, all paths have
	n := 0
	for n < min(len(least), len(greatest)) && least[n] == greatest[n] {
		n++
	}
	return least[:strings.LastIndexByte(least[:n], '/')+1]
}
