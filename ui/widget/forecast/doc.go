// Package forecast says, before a pivot runs, how large and how slow it is expected to be. It shows this on a card
// beside a drag, and in a dialog for the keyboard.
//
// The package must know neither how a forecast is computed nor what a drag carries.
package forecast
