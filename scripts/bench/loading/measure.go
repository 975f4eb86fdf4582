package loading

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"cardinal/bench/rss"
	"cardinal/bench/scale"
)

// side is a program that loads a file, with the least time and memory of its runs.
type side struct {
	name            string
	load            func() (any, error)
	drop            func() error // releases what load made
	wall, processor time.Duration
	peak            int64 // peak growth of the process in bytes
}

// alternate runs every side once and then in rounds. Each round begins with another side.
func alternate(sides []side, rounds int) error {
	for round := range rounds + 1 {
		for k := range sides {
			s := &sides[(k+round)%len(sides)]
			once, err := s.run()
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s: %.2f s, %.2f CPU s, %.0f MB\n", s.name, once.wall.Seconds(),
				once.processor.Seconds(), float64(once.peak)/1e6)
			if round > 0 {
				s.keep(once)
			}
		}
	}
	return nil
}

func (s *side) run() (once side, err error) {
	debug.FreeOSMemory()
	if err := rss.TouchCode(); err != nil {
		return once, err
	}
	if err := rss.ResetPeak(); err != nil {
		return once, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return once, err
	}
	spent, err := scale.Processor()
	if err != nil {
		return once, err
	}
	start := time.Now()
	made, err := s.load()
	once.wall = time.Since(start)
	if err != nil {
		return once, err
	}
	after, err := scale.Processor()
	if err != nil {
		return once, err
	}
	once.processor = after - spent
	_, peak, err := rss.Resident()
	once.peak = peak - before
	runtime.KeepAlive(made)
	if err != nil {
		return once, err
	}
	return once, s.drop()
}

// keep keeps the least of each measurement.
func (s *side) keep(once side) {
	if s.wall == 0 {
		s.wall, s.processor, s.peak = once.wall, once.processor, once.peak
	}
	s.wall, s.processor, s.peak = min(s.wall, once.wall), min(s.processor, once.processor), min(s.peak, once.peak)
}
