package data

import (
	"slices"
	"testing"
)

func TestTimesOfDay(t *testing.T) {
	for _, tc := range []struct {
		texts []string
		want  TimesOfDay
	}{
		{nil, TimesOfDay{}},
		{[]string{"09:30", "9:30:15", "23:59:59.25"}, TimesOfDay{Units: []int64{34200_00, 34215_00, 86399_25},
			Scale: 2, OK: true}},
		{[]string{"09:30", "24:00"}, TimesOfDay{Other: "24:00"}},
		{[]string{"x", "09:30"}, TimesOfDay{}},
		{[]string{"09"}, TimesOfDay{}},
		{[]string{"09:30:15.1234567890"}, TimesOfDay{}},
		{[]string{"-09:30"}, TimesOfDay{}},
	} {
		got := NewDictionary(tc.texts).TimesOfDay()
		if !slices.Equal(got.Units, tc.want.Units) || got.Scale != tc.want.Scale || got.Other != tc.want.Other ||
			got.OK != tc.want.OK {
			t.Errorf("%q: %+v, want %+v", tc.texts, *got, tc.want)
		}
	}
}
