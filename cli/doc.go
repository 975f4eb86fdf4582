// Package cli has the commands. Each thing that the window does can also be done by a command.
//
// The exit code is 0 when the work is done, 1 when the work failed (the message says what failed and what to
// do), 2 when the command was wrong, and 3 when a comparison found differences. The package must not know windows.
package cli
