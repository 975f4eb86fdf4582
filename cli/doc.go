// Package cli does the program's jobs without a window: pivot, inspect, doctor.
//
// Exit codes: 0 done, 1 the work failed (the message says what and what to do), 2 the command was wrong. It must not
// know windows.
package cli
