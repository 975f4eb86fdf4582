// Package clipboard puts text on the system's clipboard, and HTML beside the text where the system is X11. The
// toolkit's clipboard takes text alone, and so does the library below the toolkit.
//
// It must not know what the text is about.
package clipboard
