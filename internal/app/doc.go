// Package app starts the program: a command, the window, or a pivot without a window if there is no display. It
// connects the other packages and decides nothing about tables or pivots.
package app
