// Package profiler has the record of a run (what was expected, what was chosen and why, and what happened) and the
// history of runs, which corrects the predictions for later ones.
//
// A profiler.History keeps the latest 512 pivots. The number of groups of a query is valid for the file as it was read
// (path, size, time), on any machine. The ratio of measured to predicted time is valid only for the source of the
// prediction: a machine, a version and a set of constants. A new calibration therefore starts with corrections of 1.
//
// The time of a pivot on a device has three parts. The first part happens only once, such as the compilation of a
// program; its time is not used for corrections. The predicted time of sending columns is corrected by all columns
// sent, of any file. The rest is corrected by runs over the same file: their times are compared with the prediction for
// the actual number of groups. The window keeps the history in the user's cache folder. The commands keep no history,
// so that their output does not depend on earlier commands.
//
// Every package may import profiler and fill in a record. Package profiler must not know any of them.
package profiler
