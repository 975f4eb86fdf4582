package follow

import (
	"context"
	"os"
	"time"
)

// Stamp is the state of files at one look: their number, their size in bytes and the time of their last change in
// milliseconds since 1970. The zero Stamp means that a file is missing.
type Stamp struct {
	Files         int
	Size, Changed int64
}

// Look returns the stamp of files.
func Look(paths []string) (s Stamp) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return Stamp{}
		}
		s.Files++
		s.Size += info.Size()
		s.Changed = max(s.Changed, info.ModTime().UnixMilli())
	}
	return s
}

// Next waits until two looks in a row return the same stamp, which differs from known. wait waits between two looks;
// its error ends the waiting.
func Next(ctx context.Context, known Stamp, look func() Stamp, wait func(context.Context) error) (Stamp, error) {
	for last := known; ; {
		if err := wait(ctx); err != nil {
			return known, err
		}
		now := look()
		if now == last && now != known {
			return now, nil
		}
		last = now
	}
}

// Second waits for a second, or until ctx ends.
func Second(ctx context.Context) error {
	select {
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
