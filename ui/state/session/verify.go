package session

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cardinal/ui/look/lang"
)

// differs is the exit code of the command verify if it found differences.
const differs = 3

// Verdict is what Verify found in a workbook.
type Verdict struct {
	Words   string // what verify found, in words
	Differs bool   // whether a cell, the source or the signature differs
}

// Verify runs the pivot of an exported workbook again, and calls `then` with what it found. It does so in another
// process, since the workbook may be in another language than this window.
func (s *Session) Verify(path string, then func(Verdict)) {
	start(s, &s.rows, Work{What: lang.L("Verifying {{.File}}", lang.With{"File": filepath.Base(path)}), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (v Verdict, err error) {
			program, err := os.Executable()
			if err != nil {
				return v, err
			}
			out, err := exec.CommandContext(ctx, program, "verify", path).Output()
			var exit *exec.ExitError
			switch {
			case ctx.Err() != nil:
				return v, ctx.Err()
			case errors.As(err, &exit) && exit.ExitCode() != differs:
				said := strings.TrimPrefix(strings.TrimSpace(string(exit.Stderr)), "cardinal: ")
				return v, errors.New(said)
			case err != nil && exit == nil:
				return v, err
			}
			return Verdict{strings.TrimSpace(string(out)), err != nil}, nil
		}, showResult(s, then))
}
