package dispatch

import (
	"fmt"

	"cardinal/profiler"
)

// Decision is a tier and the sentence that says why.
type Decision struct{ Tier, Reason string }

// littleMS is about what it takes until other cores are at work.
const littleMS = 0.2

// A gain of a tenth and less than littleMS is not worth a further core, which is better left to others, and to sleep. Nor is one of
// less than noticedMS, whatever its share.
const worthwhile, noticedMS = 1.1, 0.1

// Choose picks the tier. Every gate must pass and the score be above 1 for the GPU; else the workers run, or one
// thread where starting the others would cost more than they save. forced overrules the score but no gate. crew is how
// many the workers would be.
func Choose(score float64, gates []profiler.Gate, predicted map[string]float64, forced string, rows, groups, crew int) Decision {
	shut := ""
	for _, g := range gates {
		if !g.Pass && shut == "" {
			shut = g.Detail
		}
	}
	if forced == Serial || forced == Workers {
		return Decision{forced, "it was asked for"}
	}
	cpu := Decision{Workers, fmt.Sprintf("%s were expected on %s, %s on one", ms(predicted[Workers]), cores(crew), ms(predicted[Serial]))}
	gain := predicted[Serial] - predicted[Workers]
	if gain < noticedMS || gain < littleMS && predicted[Serial] <= worthwhile*predicted[Workers] {
		why := "which have to be woken, and their groups merged"
		if gain > 0 {
			why = "too small a gain to wake them for"
		}
		cpu = Decision{Serial, fmt.Sprintf("%s were expected on one core, %s on %s, %s", ms(predicted[Serial]), ms(predicted[Workers]), cores(crew), why)}
		if predicted[Serial] < littleMS {
			cpu.Reason = profiler.Count(rows) + " rows are done on one core before others could start"
		}
	}
	switch {
	case forced == GPU && shut == "":
		return Decision{GPU, "it was asked for"}
	case forced == GPU:
		cpu.Reason = "the GPU was asked for, but " + shut
	case shut != "" && score > 1:
		cpu.Reason = fmt.Sprintf("the score of %.2f speaks for the GPU, but %s", score, shut)
	case shut == "" && score > 1:
		return Decision{GPU, fmt.Sprintf("score %.2f is above 1: %s rows into about %s groups", score, profiler.Count(rows), profiler.Count(groups))}
	case shut == "":
		cpu.Reason += fmt.Sprintf("; the GPU's score is %.2f, and it runs above 1", score)
	default:
		cpu.Reason += "; " + shut
	}
	return cpu
}

func cores(n int) string {
	if n == 1 {
		return "one core"
	}
	return fmt.Sprintf("%d cores", n)
}

func ms(v float64) string {
	switch {
	case v < 0.1:
		return fmt.Sprintf("%.3f ms", v)
	case v < 10:
		return fmt.Sprintf("%.1f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}
