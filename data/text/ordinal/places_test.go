package ordinal

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPlaces sorts texts that have an order of their own, and finds none in other texts.
func TestPlaces(t *testing.T) {
	for _, want := range []string{
		"S|M|L|XL", "XS|S|M|L|XL|XXL", "xxs|s|m|3XL", "small|Medium|LARGE", "Low|High", "low|moderate|high|very  high",
		"Never|Sometimes|Always",
		"Strongly disagree|Disagree|Neutral|Agree|Strongly agree", "0-4|5-9|10-14|100-104",
		"Q1 2022|Q2 2022|Q4 2022|Q1 2023", "M06 2022|M12 2022|M01 2023", "H2 FY2022|H1 FY2023",
		"W9/2023|W10/2023|W1/2024", "< 10|10-19|20-29|65+", "under 18|18 to 24|25 to 64|65 and over",
		"Age 5-9|Age 10-14|Age 15-19", "5–9 years|10–14 years|100+ years", "$0-$999|$1,000-$9,999|$10,000+",
		"0-1.5|1.5-10|>10", "-5-0|0-5|5-10",
	} {
		texts := strings.Split(want, "|")
		if texts[0] == "-5-0" {
			if got := Places(texts); got != nil {
				t.Errorf("%s: %v", want, got)
			}
			continue
		}
		shuffled := slices.Clone(texts)
		slices.Sort(shuffled)
		places := Places(shuffled)
		if places == nil {
			t.Errorf("%s: no order", want)
			continue
		}
		got := make([]string, len(texts))
		copy(got, shuffled)
		slices.SortStableFunc(got, func(a, b string) int {
			return places[slices.Index(shuffled, a)] - places[slices.Index(shuffled, b)]
		})
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s", want, strings.Join(got, "|"))
		}
	}
	for _, text := range []string{
		"", "S", "S|M", "Q1 2022|Q5 2022", "Q1 2022|H1 2023", "Q1 2022|Q2", "M13 2022|M01 2023", "S|M|L|F", "S|M|L|",
		"small", "small|tall", "low|lower", "agree|disagree", "medium|mid", "1|2|3", "5-9|9-5", "5-9|5-14",
		"5-9|10-14|n/a", "65+|66+", "2020-21|2021-22",
		"1-2-3|4-5-6", "A 5-9|B 10-14", "-5-10|-3-10", "red|blue", "2024-01|2024-02", "555-1234|555-9999",
	} {
		if got := Places(strings.Split(text, "|")); got != nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestPatternsWait finds no order in texts that cannot be ranges, and compiles no pattern for this: the first pivot of
// a process would wait for it.
func TestPatternsWait(t *testing.T) {
	was, were := period, band
	defer func() { period, band = was, were }()
	compiled := func() *regexp.Regexp {
		t.Error("a pattern is compiled")
		return regexp.MustCompile("never")
	}
	period, band = compiled, compiled
	for _, texts := range []string{"a|b", "id001|id002", "Rome|Oslo", "quay 5|mill 7", "1.5|2.5", "|x"} {
		if texts[0] == 'q' {
			period = was
		}
		if places := Places(strings.Split(texts, "|")); places != nil {
			t.Errorf("%s: %v", texts, places)
		}
		period = compiled
	}
}
