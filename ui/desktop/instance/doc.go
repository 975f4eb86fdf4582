// Package instance lets a second start of the program hand its file to a window that is open.
//
// Every window listens at a socket of its own, in a folder that only its user may enter. A start listens first and then
// asks the windows that listen. A window takes the file that it shows, and the one that shows nothing of a person's
// takes any. Of two starts at the same moment the one that listened first stays: a window refuses one that is older,
// and answers a younger one when it knows that it stays itself. A start on another display, or in another session of
// Windows, is refused: its window would open where nobody looks.
//
// A window that is busy with another version of the program understands the same words or refuses. A socket
// that nobody listens at is removed.
//
// It must not know what a window is, nor what is in a file.
package instance
