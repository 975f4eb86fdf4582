package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The names of Cardinal's own colours. Widgets look them up at every refresh, so that they follow a change of the
// theme.
const (
	ColorSurface       fyne.ThemeColorName = "cardinalSurface"       // behind the shelves, the list and the result
	ColorSubtle        fyne.ThemeColorName = "cardinalSubtle"        // secondary text; readable on every background
	ColorTrack         fyne.ThemeColorName = "cardinalTrack"         // the part of a bar or gauge that is empty
	ColorDimension     fyne.ThemeColorName = "cardinalDimension"     // of a chip for labels
	ColorDimensionText fyne.ThemeColorName = "cardinalDimensionText" //
	ColorMeasure       fyne.ThemeColorName = "cardinalMeasure"       // of a chip for figures
	ColorMeasureText   fyne.ThemeColorName = "cardinalMeasureText"   //
	ColorFilter        fyne.ThemeColorName = "cardinalFilter"        // of a chip for conditions
	ColorFilterText    fyne.ThemeColorName = "cardinalFilterText"    //
	ColorVeil          fyne.ThemeColorName = "cardinalVeil"          // over an outdated result
)

type pair struct{ light, dark color.Color }

// palette has cool neutral colours, and one accent, a calm teal. Chips for figures are amber, and chips for conditions
// are violet. Text has a contrast of at least 4.5 on every background, even if it is disabled. Borders of entries,
// focus rings and marks have a contrast of at least 3.
var palette = map[fyne.ThemeColorName]pair{
	theme.ColorNameBackground:        {rgb(0xF3F5F7), rgb(0x161A1F)},
	theme.ColorNameForeground:        {foreground(0x1B2430), foreground(0xE4E9EE)},
	theme.ColorNamePlaceHolder:       {rgb(0x57626E), rgb(0xABB7C2)},
	theme.ColorNameDisabled:          {rgb(0x606A75), rgb(0x8E9AA6)},
	theme.ColorNameInputBackground:   {rgb(0xFFFFFF), rgb(0x222930)},
	theme.ColorNameInputBorder:       {rgb(0x7B8794), rgb(0x7C8894)},
	theme.ColorNameButton:            {rgb(0xE6EAEE), rgb(0x2A323A)},
	theme.ColorNameDisabledButton:    {rgb(0xEDF0F2), rgb(0x252C34)},
	theme.ColorNameHeaderBackground:  {rgb(0xEDF0F3), rgb(0x222930)},
	theme.ColorNameMenuBackground:    {rgb(0xFFFFFF), rgb(0x252C34)},
	theme.ColorNameOverlayBackground: {rgb(0xFFFFFF), rgb(0x1F252C)},
	theme.ColorNameSeparator:         {rgb(0xDAE0E6), rgb(0x2F3740)},
	theme.ColorNameScrollBar:         {alpha(0x1B2430, 0x84), alpha(0xE4E9EE, 0x70)},
	theme.ColorNamePrimary:           {rgb(0x0C6C65), rgb(0x4FC3B6)},
	theme.ColorNameHyperlink:         {rgb(0x0C6C65), rgb(0x4FC3B6)},
	theme.ColorNameForegroundOnPrimary: {
		rgb(0xFFFFFF), rgb(0x062320)},
	theme.ColorNameFocus:     {alpha(0x0C6C65, 0x55), alpha(0x4FC3B6, 0x66)},
	theme.ColorNameHover:     {alpha(0x1B2430, 0x10), alpha(0xE4E9EE, 0x14)},
	theme.ColorNamePressed:   {alpha(0x1B2430, 0x22), alpha(0xE4E9EE, 0x28)},
	theme.ColorNameSelection: {alpha(0x0C6C65, 0x30), alpha(0x4FC3B6, 0x40)},
	theme.ColorNameError:     {rgb(0xB3261E), rgb(0xF2857C)},
	theme.ColorNameForegroundOnError: {
		rgb(0xFFFFFF), rgb(0x2B0B08)},
	theme.ColorNameSuccess: {rgb(0x1F7A3F), rgb(0x6CC68A)},
	theme.ColorNameWarning: {rgb(0x9A5B00), rgb(0xE8B04F)},
	theme.ColorNameShadow:  {alpha(0x000000, 0x1C), alpha(0x000000, 0x58)},

	ColorSurface:       {rgb(0xFFFFFF), rgb(0x1C2228)},
	ColorSubtle:        {rgb(0x556170), rgb(0xA8B4BF)},
	ColorTrack:         {rgb(0xE3E8EC), rgb(0x2C343C)},
	ColorDimension:     {rgb(0xD9EEEB), rgb(0x17403B)},
	ColorDimensionText: {rgb(0x0A4F49), rgb(0xB2E9E1)},
	ColorMeasure:       {rgb(0xFBE7CE), rgb(0x47330F)},
	ColorMeasureText:   {rgb(0x6F3E05), rgb(0xF7D6A5)},
	ColorFilter:        {rgb(0xE5E4F5), rgb(0x302F55)},
	ColorFilterText:    {rgb(0x38377A), rgb(0xD2D1F7)},
	ColorVeil:          {alpha(0xFFFFFF, 0x90), alpha(0x1C2228, 0x90)},
}

func rgb(hex uint32) color.NRGBA { return alpha(hex, 0xFF) }

// foreground returns an opaque colour with an alpha that avoids a fault of the toolkit. For the shortcuts in menus, the
// toolkit multiplies the 16 bits of alpha by 0.95, but keeps only the lower eight bits. 0xFFFF becomes 0x32, which is a
// fifth; 0xFFC8 becomes 0xFE.
func foreground(hex uint32) color.RGBA64 {
	c := rgb(hex)
	return color.RGBA64{R: uint16(c.R) * 0x101, G: uint16(c.G) * 0x101, B: uint16(c.B) * 0x101, A: 0xFFC8}
}

func alpha(hex uint32, a uint8) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: a}
}
