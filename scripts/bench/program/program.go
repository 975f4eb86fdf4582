package program

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"cardinal/bench/rss"
)

// Program is the built program. Its caches and settings are in Folder.
type Program struct {
	Path, Folder string
	Threads      int
}

// Flag defines the flag that names the program.
func (p *Program) Flag(f *flag.FlagSet) {
	f.StringVar(&p.Path, "program", "", "cardinal, as make run builds it")
}

// Run runs a command in a process of its own. It returns what the command prints, its exit code, and its peak memory in
// bytes. If the exit code is not among `fine`, it returns an error with the command's message.
func (p *Program) Run(ctx context.Context, fine []int, args ...string) (out []byte, code int, peak int64, err error) {
	c := exec.CommandContext(ctx, p.Path, args...)
	var printed bytes.Buffer
	var told strings.Builder
	c.Stdout, c.Stderr = &printed, &told
	c.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", p.Threads), "XDG_CACHE_HOME="+p.Folder,
		"XDG_CONFIG_HOME="+p.Folder)
	peak, err = rss.Run(c)
	if c.ProcessState != nil {
		code = c.ProcessState.ExitCode()
	}
	for _, n := range fine {
		if c.ProcessState != nil && code == n {
			return printed.Bytes(), code, peak, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("cardinal %s: %w: %s", strings.Join(args, " "), err, told.String())
	}
	return printed.Bytes(), code, peak, err
}
