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

// differs is the exit code of a command that found differences.
const differs = 3

// Verify runs the pivot of an exported workbook again, and hands over what a person should know. It does so in a
// process of its own: the workbook may be in another language than this window.
func (s *Session) Verify(path string, then func(words string)) {
	start(s, &s.rows, Work{What: lang.L("Verifying {{.File}}", lang.With{"File": filepath.Base(path)}), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (string, error) {
			program, err := os.Executable()
			if err != nil {
				return "", err
			}
			out, err := exec.CommandContext(ctx, program, "verify", path).Output()
			var exit *exec.ExitError
			switch {
			case ctx.Err() != nil:
				return "", ctx.Err()
			case errors.As(err, &exit) && exit.ExitCode() != differs:
				said := strings.TrimPrefix(strings.TrimSpace(string(exit.Stderr)), "cardinal: ")
				return "", errors.New(said)
			case err != nil && exit == nil:
				return "", err
			}
			return strings.TrimSpace(string(out)), nil
		}, showResult(s, then))
}
