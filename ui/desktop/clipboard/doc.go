// Package clipboard puts text on the system's clipboard and, on X11, HTML beside the text. The toolkit's clipboard
// takes only text, and so does the library below the toolkit.
//
// It must not know what the text is about.
package clipboard
