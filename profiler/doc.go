// Package profiler has the record of a run (what was expected, what was chosen and why, and what happened) and
// the history of runs, which corrects the predictions for later ones.
//
// A profiler.History keeps the latest 512 pivots. The number of groups of a query holds for the file as it was read
// (path, size, time), on any machine. The ratio of measured to predicted time holds only for what made the
// prediction: a machine, a version and a set of constants. A new calibration therefore starts with corrections of
// 1. Three parts of a pivot on a device are told apart. What it does once, such as compiling a program, corrects
// nothing. Sending columns is corrected by what was sent of any file. The rest is corrected by runs over the same
// file: what they took, beside what would have been predicted for the groups that there were. The window keeps the
// history in the user's cache folder. The commands keep no history, so that their output does not depend on earlier
// commands.
//
// Every package may record into it. It must not know any of them.
package profiler
