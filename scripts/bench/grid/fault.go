package grid

import (
	"errors"
	"fmt"
	"regexp"

	"cardinal/bench/ours"
)

var (
	folder = regexp.MustCompile(`/[^\s:()]*/`)
	digits = regexp.MustCompile(`(0x)?[0-9a-f]*[0-9][0-9a-f]*`)
)

// faults counts the reasons why strategies did not run. Texts that differ only in numbers count as one reason.
func faults(cells []*cell) map[string]int {
	out := map[string]int{}
	for _, c := range cells {
		for i, t := range c.forced {
			if t.Err != nil {
				text := folder.ReplaceAllString(t.Err.Error(), "")
				out[ours.Strategies[i]+": "+digits.ReplaceAllString(text, "N")]++
			}
		}
	}
	return out
}

// disagreement returns an error if the answer of a strategy differs from that of the engine's own choice.
func disagreement(cells []*cell) error {
	for _, c := range cells {
		for i, t := range c.forced {
			if errors.Is(t.Err, errAnswer) {
				return fmt.Errorf("%s: the %s strategy: %w", c.Shape, ours.Strategies[i], t.Err)
			}
		}
	}
	return nil
}
