// Package locale gives the process a locale that the window toolkit can read, before the toolkit looks for one.
//
// The toolkit logs an error for the C locale while it is initialised, even where only a command runs. Packages are
// initialised in the order of their import paths where they do not depend on each other, so this one, which needs
// nothing, comes before it. It must not import anything but the standard library.
package locale
