package chart

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Style is a kind of chart, with additions such as a logarithmic axis or lines that help to read the figures.
type Style struct {
	Kind   *Kind  // nil: the kind that Suggest chooses
	Log    bool   // the axes of figures are logarithmic
	Trend  bool   // a straight line is fitted to each series by least squares
	Panels bool   // each series is drawn in a panel of its own; all panels have the same axes
	Across string // a reference line of the chart at Average, at Median or at a number; "": none
}

// The words for a reference line at a figure that is computed from the figures of the chart.
const (
	Average = "average"
	Median  = "median"
)

// Additions lists the words that may follow the kind in a style, and what they do.
var Additions = []struct{ Name, Words string }{
	{"log", "has a logarithmic axis, of lines and box plots; of points, both axes are. Figures must be above zero"},
	{"trend", "draws the straight line of least squares through each line or series of points, with R²"},
	{"panels", "draws each series in a panel of its own, of bars, lines and areas, with the same axes"},
	{Average, "draws a reference line at the average of the figures of the chart, without Others"},
	{Median, "draws a reference line at their median"},
	{"1000", "draws a reference line at this number"},
}

// ParseStyle reads a style: a kind, which is followed by log, trend, panels, and average, median or a number, in any
// order. "" means Auto.
func ParseStyle(text string) (s Style, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return s, nil
	}
	if s.Kind = Named(words[0]); s.Kind == nil && words[0] != Auto {
		return s, fmt.Errorf("%q is none of %s", words[0], Names())
	}
	for _, w := range words[1:] {
		before := s
		switch w {
		case "log":
			s.Log = true
		case "trend":
			s.Trend = true
		case "panels":
			s.Panels = true
		case Average, Median:
			s.Across = w
		default:
			if s.Across, err = ParseAcross(w); err != nil {
				return s, fmt.Errorf("%q is none of log, trend, panels, %s, %s and numbers", w, Average, Median)
			}
		}
		if s == before || before.Across != "" && s.Across != before.Across {
			return s, fmt.Errorf("%q: a chart has one reference line, and each word once", text)
		}
	}
	return s, nil
}

// ParseAcross reads a number at which a line is drawn across a chart, such as 1,234.5 in every locale. It returns the
// number without separators between thousands.
func ParseAcross(text string) (string, error) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil || v-v != 0 {
		return "", errors.New("type a number, such as 1000")
	}
	return strconv.FormatFloat(v, 'f', -1, 64), nil
}

// String writes a style in the syntax of ParseStyle. It returns "" for Auto without additions.
func (s Style) String() string {
	words := []string{Auto}
	if s.Kind != nil {
		words[0] = s.Kind.Name
	}
	if s.Log {
		words = append(words, "log")
	}
	if s.Trend {
		words = append(words, "trend")
	}
	if s.Panels {
		words = append(words, "panels")
	}
	if s.Across != "" {
		words = append(words, s.Across)
	}
	if len(words) == 1 && s.Kind == nil {
		return ""
	}
	return strings.Join(words, " ")
}

// As returns a style with another kind, without the additions that this kind cannot have.
func (s Style) As(k *Kind) Style {
	s.Kind = k
	if k != nil {
		s.Log = s.Log && Style{Log: true}.check(k) == nil
		s.Trend = s.Trend && Style{Trend: true}.check(k) == nil
		s.Panels = s.Panels && Style{Panels: true}.check(k) == nil
		if (Style{Across: s.Across}).check(k) != nil {
			s.Across = ""
		}
	}
	return s
}

// check returns an error that says why a kind cannot have the additions of the style.
func (s Style) check(k *Kind) error {
	free := k == lines || k == points
	switch {
	case s.Log && !free && k != box:
		return errors.New("a logarithmic axis has no zero to begin at: choose lines, points or a box plot for it")
	case s.Trend && !free:
		return errors.New("a trend line is drawn through lines or points: choose one of them for it")
	case s.Panels && !slices.Contains([]*Kind{bars, lines, areas}, k):
		return errors.New("panels have bars, lines or areas: choose one of them")
	case s.Across != "" && !slices.Contains([]*Kind{bars, stackedBars, lines, areas, combo, points}, k):
		return errors.New("a reference line needs an axis of figures: choose bars, lines, areas or points for it")
	}
	return nil
}
