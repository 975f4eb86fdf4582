// Package forecast describes in plain words what a pivot is expected to be before it runs: on a card beside a drag,
// and in a dialog for the keyboard.
//
// The package must know neither how a forecast is made nor what a drag carries.
package forecast
