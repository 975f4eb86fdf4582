package session

import (
	"context"

	"cardinal/data/format/delta"
	"cardinal/data/load"
	"cardinal/ui/look/lang"
)

// Versions lists the versions of the open Delta table, the newest first, and passes them to show.
func (s *Session) Versions(show func([]delta.Version)) {
	base := s.base
	start(s, &s.second, Work{What: lang.L(listing), Done: -1, Second: true},
		func(ctx context.Context, _ func(string, float64)) ([]delta.Version, error) {
			return load.Versions(ctx, base.Path)
		}, showResult(s, func(all []delta.Version) {
			if s.base == base {
				show(all)
			}
		}))
}

// listing is the name of the work while Versions reads the log.
const listing = "Reading the log of the table"
