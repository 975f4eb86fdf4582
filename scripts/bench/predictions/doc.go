// Package predictions measures how true the predicted time of a pivot and of its steps is: of the first pivot of a
// process, of the first pivot over a table, and of a repeated one.
package predictions
