package dispatch

import (
	"fmt"
	"strings"

	"cardinal/profiler"
)

// Reason says in one sentence why the tier was chosen. It begins with a small letter and has no full stop.
func (d *Decision) Reason() string {
	switch {
	case d.Forced == Serial:
		return "one core was asked for"
	case d.Forced == Workers:
		return "all cores were asked for"
	case d.Forced == GPU && d.Tier == GPU:
		return "the GPU was asked for, and " + d.verdict()
	case d.Forced == GPU:
		return "the GPU was asked for, but " + d.shut() + ", so the processor runs it: " + d.onCPU()
	case d.Tier == GPU:
		return fmt.Sprintf("%s: %s are expected there and %s on the processor", d.verdict(), ms(d.ms(GPU)), ms(d.cpu()))
	case d.rows == 0:
		return "no row is left to group"
	case d.class == "":
		return d.onCPU() + "; " + d.without()
	case len(d.Shut) == 0:
		return fmt.Sprintf("%s; %s, where %s are expected", d.onCPU(), d.verdict(), ms(d.ms(GPU)))
	case d.Score > 1:
		return d.verdict() + ", but " + d.shut() + ", so the processor runs it: " + d.onCPU()
	}
	return d.onCPU() + "; " + d.verdict() + ", and " + d.shut()
}

// verdict is what the score says.
func (d *Decision) verdict() string {
	speaks := "against"
	if d.Score > 1 {
		speaks = "for"
	}
	return fmt.Sprintf("a score of %s speaks %s the GPU", profiler.Score(d.Score), speaks)
}

// shut names every gate that forbids the GPU.
func (d *Decision) shut() string {
	details := make([]string, len(d.Shut))
	for i, g := range d.Shut {
		details[i] = g.Detail
	}
	return strings.Join(details, ", and ")
}

// without says why no device is known, what a discrete one would have scored, and what else would have forbidden it.
func (d *Decision) without() string {
	var why, others []string
	for _, g := range d.Shut {
		if g.Name == "health" {
			why = append(why, g.Detail)
		} else {
			others = append(others, g.Detail)
		}
	}
	score := d.Classes[0].Factors.Score()
	why = append(why, "a discrete GPU would score "+profiler.Score(score))
	text := strings.Join(why, "; ")
	switch {
	case len(others) == 0:
		return text
	case score > 1:
		return text + ", but " + strings.Join(others, ", and ")
	}
	return text + ", and " + strings.Join(others, ", and ")
}

// onCPU says why the workers run, or one core.
func (d *Decision) onCPU() string {
	serial, workers := ms(d.ms(Serial)), ms(d.ms(Workers))
	switch {
	case d.worthwhile():
		return fmt.Sprintf("%s are expected on %s and %s on one", workers, cores(d.Crew), serial)
	case d.cores <= 1:
		return serial + " are expected on one core, and there is no other to use"
	case d.ms(Serial) < littleMS:
		return fmt.Sprintf("%s are done on one core before others could start", profiler.Counted(d.rows, "row"))
	case d.threads <= 1:
		return serial + " are expected on one core, and so few rows are not shared"
	case d.ms(Serial) <= d.ms(Workers):
		return fmt.Sprintf("%s are expected on one core and no less on %s", serial, cores(d.Crew))
	}
	return fmt.Sprintf("%s are expected on one core and %s on %s, which gains too little", serial, workers, cores(d.Crew))
}

// cpu is the better CPU tier's time.
func (d *Decision) cpu() float64 { return min(d.ms(Serial), d.ms(Workers)) }

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
	case v < 1000:
		return fmt.Sprintf("%.0f ms", v)
	}
	return fmt.Sprintf("%.1f s", v/1000)
}
