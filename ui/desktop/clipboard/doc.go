// Package clipboard puts texts on the system's clipboard, and on X11 also HTML and pictures. The toolkit's clipboard,
// and the library below the toolkit, accept only texts.
//
// It must not know what the text is about.
package clipboard
