package cli

import (
	"context"
	"os"
	"strings"
)

// completed is the variable with the file that the words of a completed command are written to.
const completed = "CARDINAL_TEST_COMPLETED"

// serveShell acts as the program that a shell completes. It answers the shell, and writes the words of any other
// command into a file.
func serveShell(given string) int {
	args := os.Args[1:]
	if len(args) > 0 && (args[0] == "completion" || strings.HasPrefix(args[0], "__complete")) {
		return Run(context.Background(), args, Streams{Out: os.Stdout, Err: os.Stderr})
	}
	if os.WriteFile(given+".part", []byte(strings.Join(args, "\n")+"\n"), 0o600) != nil ||
		os.Rename(given+".part", given) != nil {
		return 1
	}
	return 0
}
