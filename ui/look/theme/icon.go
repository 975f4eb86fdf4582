package theme

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
)

// The icons of types are filled shapes on a grid of 16 by 16, with strokes of the same weight.
var shapes = map[string]string{
	"number":    `<path d="M5.6 2h1.5l-.4 3.2h3L10.100 2h1.5l-.4 3.2H14v1.5h-3l-.3 2.600H13.500v1.5h-3L10.100 14H8.600l.4-3.200h-3L5.600 14H4.100l.4-3.200H2V9.300h2.700L5 6.700H2.500V5.200h2.700zM6.500 6.700 6.200 9.300h3l.3-2.600z"/>`,
	"text":      `<path d="M7.200 2.500h1.600L13 13.500h-1.700l-1.100-3H5.800l-1.100 3H3zM6.300 9.100h3.400L8 4.400z"/>`,
	"date":      `<path d="M4.500 1.500H6V3h4V1.500h1.500V3H14v11H2V3h2.500zM3.500 6.500v6h9v-6z"/>`,
	"timestamp": `<path d="M8 1.500A6.500 6.500 0 0 1 8 14.500A6.500 6.500 0 0 1 8 1.500zM8 3A5 5 0 0 0 8 13A5 5 0 0 0 8 3zM7.300 4.500h1.500v3.200l2.300 1.400-.8 1.300-3-1.900z"/>`,
	"bool":      `<path d="M2 2h12v12H2zM3.500 3.500v9h9v-9zM6.900 11.200 4.500 8.800l1-1 1.400 1.400L10.500 5.500l1.100 1z"/>`,
	"panel":     `<path d="M1.500 2.500h13v11h-13zM3 4v8h6.500V4zM11 4v8h2V4z"/>`,
	"layout":    `<path d="M1.500 2.500h13v11h-13zM3 6v2h3V6zM7.500 6v2h5.500V6zM3 9.500v2.500h3V9.500zM7.500 9.500v2.500h5.500V9.500z"/>`,
	"dashboard": `<path d="M1.500 2h7v5.500h-7zM10 2h4.500v5.500H10zM1.500 9h4.500v5h-4.500zM7.500 9h7v5h-7z"/>`,
	"chart":     `<path d="M1.500 2h1.500v10.500h11.500V14h-13zM4.500 7.500h2v4h-2zM8 4.500h2v7H8zM11.500 6h2v5.500h-2z"/>`,
	"contrast":  `<path d="M8 1.500A6.500 6.500 0 0 1 8 14.500A6.500 6.500 0 0 1 8 1.500zM8 3A5 5 0 0 0 8 13z"/>`,
	"open":      `<path d="M3.500 5.500 8 10l4.500-4.500 1 1L8 12 2.500 6.500z"/>`,
	"dot":       `<path d="M8 6A2 2 0 0 1 8 10A2 2 0 0 1 8 6z"/>`,
	"roughly":   `<path d="M2 6.500 5 4l6 2 3-2.500V5.500L11 8 5 6 2 8.500zM2 11 5 8.500l6 2L14 8v2l-3 2.500-6-2L2 13z"/>`,
	"closed":    `<path d="M5.500 3.500 10 8l-4.500 4.500 1 1L12 8 6.500 2.500z"/>`,

	// the kinds of charts, by their names
	"kind-bar":     `<path d="M2 2h11.500v3H2zM2 6.500h8v3H2zM2 11h4.500v3H2z"/>`,
	"kind-stacked": `<path d="M2 9h3v5H2zM2 4.500h3V8H2zM6.500 7h3v7h-3zM6.500 2h3v4h-3zM11 10h3v4h-3zM11 6h3v3h-3z"/>`,
	"kind-line":    `<path d="M1.500 11 6 5.500 9.500 9l5-6v2.300l-5 6L6 7.800 1.500 13.300z"/>`,
	"kind-area":    `<path d="M1.500 9.500 6 5l3.500 3 5-5v11h-13z"/>`,
	"kind-combo": `<path d="M2 9.500h2.800V14H2zM6.600 7.500h2.800V14H6.600zM11.200 9h2.800v5h-2.800z` +
		`M1.500 5.500 7 3l3 1.800 4.500-3.300v1.900L10 6.600 7 4.800 1.500 7.300z"/>`,
	"kind-scatter": `<path d="M3.5 10.0a1.500 1.500 0 0 1 0 3a1.500 1.500 0 0 1 0-3z` +
		`M6 5.0a1.500 1.500 0 0 1 0 3a1.500 1.500 0 0 1 0-3z` +
		`M9 8.0a1.500 1.500 0 0 1 0 3a1.500 1.500 0 0 1 0-3z` +
		`M11 2.5a1.500 1.500 0 0 1 0 3a1.500 1.500 0 0 1 0-3z` +
		`M13 6.0a1.500 1.500 0 0 1 0 3a1.500 1.500 0 0 1 0-3z"/>`,
	"kind-pie": `<path d="M8.500 2A6 6 0 1 1 2.500 8H8.500zM7 1.500V6.500H2A5 5 0 0 1 7 1.500z"/>`,
	"kind-waterfall": `<path d="M1.500 10h2.700v4H1.500zM5 6.500h2.700V10H5zM8.500 3.500h2.700v3H8.500z` +
		`M12 3.500h2.700V14H12z"/>`,
	"kind-box": `<path d="M4 1.500h1.200V5H7v6H5.200v3.500H4V11H2.200V5H4z` +
		`M10.800 3h1.200v2.500h1.800v4.500H12v3.500h-1.200V10H9V5.500h1.800z"/>`,
	"kind-heatmap": `<path d="M2 2h3.500v3.500H2zM2 6.25h3.500v3.500H2zM2 10.5h3.500v3.500H2z` +
		`M6.25 2h3.500v3.500H6.25zM6.25 6.25h3.500v3.500H6.25zM6.25 10.5h3.500v3.500H6.25z` +
		`M10.5 2h3.500v3.500H10.5zM10.5 6.25h3.500v3.500H10.5zM10.5 10.5h3.500v3.500H10.5z"/>`,
	"kind-treemap": `<path d="M2 2h7v12H2zM10 2h4v7h-4zM10 10h4v4h-4z"/>`,
}

// Icon returns one of Cardinal's own icons in a colour of the theme. Its names are panel, layout, chart, dashboard,
// contrast, open, closed, dot, roughly, and for a kind of chart e.g. kind-bar. It returns nil for other names.
func Icon(name string, in fyne.ThemeColorName) fyne.Resource {
	if shapes[name] == "" {
		return nil
	}
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">` +
		shapes[name] + `</svg>`
	return theme.NewColoredResource(fyne.NewStaticResource(name+".svg", []byte(svg)), in)
}

// TypeIcon returns the icon of a column's type in a colour of the theme.
func TypeIcon(t data.Type, in fyne.ThemeColorName) fyne.Resource {
	name := "number"
	switch t {
	case data.Text, data.Null:
		name = "text"
	case data.Date:
		name = "date"
	case data.Timestamp:
		name = "timestamp"
	case data.Bool:
		name = "bool"
	}
	return Icon(name, in)
}
