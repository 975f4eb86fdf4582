// Package instance lets a second start of the program hand its file to an open window.
//
// Every window listens at a socket of its own, in a folder that only its user may enter. A new start first listens
// and then asks the listening windows. A window takes the file that it shows already. A window without a person's
// work takes any file.
//
// Another program may ask a window to show a pivot of its table (Show).
//
// If two starts happen at the same moment, the one that listened first stays. A window therefore refuses an older
// start, and answers a younger one once it knows that it stays itself. A start on another display, or in another
// session of Windows, is refused: the file would open where the person does not look.
//
// A window of another version of the program understands the same words or refuses. A socket that nobody listens at
// is removed.
//
// It must not know what a window is, nor what is in a file.
package instance
