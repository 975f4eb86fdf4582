package ordinal

import (
	"slices"
	"strings"
)

// mostTexts is the greatest number of texts that Places looks at.
const mostTexts = 500

// scale has words in ascending order. Words at the same place mean the same.
type scale struct {
	words [][]string
	least int // the number of places that must occur
}

// scales has only orders that nobody doubts. Letters may mean other things than sizes, so more of them must occur.
var scales = []scale{
	{[][]string{{"xxxs", "3xs"}, {"xxs", "2xs"}, {"xs"}, {"s"}, {"m"}, {"l"}, {"xl"}, {"xxl", "2xl"}, {"xxxl", "3xl"},
		{"xxxxl", "4xl"}, {"xxxxxl", "5xl"}}, 3},
	{[][]string{{"extra small", "extra-small"}, {"small"}, {"medium"}, {"large"}, {"extra large", "extra-large"}}, 2},
	{[][]string{{"very low"}, {"low"}, {"medium", "moderate", "mid"}, {"high"}, {"very high"}}, 2},
	{[][]string{{"strongly disagree"}, {"disagree"}, {"neutral", "neither agree nor disagree"}, {"agree"},
		{"strongly agree"}}, 3},
	{[][]string{{"never"}, {"rarely", "seldom"}, {"sometimes"}, {"often"}, {"always"}}, 3},
}

// Places returns the place of each text, in any case, in ascending order. All texts must be words of one scale, or name
// the same part of years, or be ranges of numbers that begin at different numbers. Otherwise it returns nil.
func Places(texts []string) []int {
	if len(texts) < 2 || len(texts) > mostTexts {
		return nil
	}
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	}
	for _, s := range scales {
		if places := s.placesOf(folded); places != nil {
			return places
		}
	}
	if !strings.ContainsAny(folded[0], "0123456789") {
		return nil
	}
	if places := periodsOf(folded); places != nil {
		return places
	}
	return rangesOf(folded)
}

func (s scale) placesOf(texts []string) []int {
	places := make([]int, len(texts))
	occurs := make([]bool, len(s.words))
	for i, text := range texts {
		at := slices.IndexFunc(s.words, func(words []string) bool { return slices.Contains(words, text) })
		if at < 0 {
			return nil
		}
		places[i], occurs[at] = at, true
	}
	if n := len(slices.DeleteFunc(occurs, func(is bool) bool { return !is })); n < s.least {
		return nil
	}
	return places
}
