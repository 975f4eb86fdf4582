package query_test

import (
	"testing"

	. "cardinal/engine/query"
)

func TestParsePercent(t *testing.T) {
	for text, want := range map[string]string{
		"90": "0.9", " 99.5 % ": "0.995", "0": "0", "100": "1", ".1": "0.001", "5.": "0.05",
		"12.3456789": "0.123456789",
	} {
		got, err := QuantileNumber.Read(text)
		if err != nil || got != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
		if again, err := QuantileNumber.Read(Percent(got)); err != nil || again != got {
			t.Errorf("%q is written %q, which is read as %q", got, Percent(got), again)
		}
	}
	for _, text := range []string{"", "%", "101", "-1", "ninety", "1e1", "1/2", "1,5", "1.2.3", ".", "12.34567891",
		"99.99999999999"} {
		if got, err := QuantileNumber.Read(text); err == nil {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, param := range QuantileNumber.Offered {
		if _, _, err := (Measure{Func: Quantile, Param: param}).Share(); err != nil {
			t.Error(err)
		}
	}
}

func TestParsePlaces(t *testing.T) {
	for text, want := range map[string]string{"3": "3", " 07 ": "7", "100": "100"} {
		if got, err := TopNumber.Read(text); err != nil || got != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "101", "2.5", "three", "99999999999999999999"} {
		if got, err := TopNumber.Read(text); err == nil {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	for _, param := range TopNumber.Offered {
		if got, err := TopNumber.Read(param); err != nil || got != param {
			t.Errorf("%s: %v", param, err)
		}
	}
}
