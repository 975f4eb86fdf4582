// Package instance lets a second start of the program hand its file to an open window.
//
// Every window listens at a socket of its own, in a folder that only its user may enter. A new start first listens, and
// then asks the windows that listen already. A window takes a file that it shows. A window in which a person would lose
// no work takes any file.
//
// Another program may ask a window to show a pivot of its table (Show).
//
// If two starts happen at the same moment, the one that listened first opens its window. A window therefore refuses an
// older start. It answers a younger start once it knows that it stays open itself. A start on another display, or in
// another session of Windows, is refused: the file would open where the person does not look.
//
// A window of another version of the program understands the same questions, or refuses. A socket at which nobody
// listens is removed.
//
// It must not know what a window is, or what is in a file.
package instance
