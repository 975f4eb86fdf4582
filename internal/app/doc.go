// Package app starts the program: a command, the window, or a pivot without a window if there is no display. It
// connects the other packages, and knows neither tables nor pivots.
package app
