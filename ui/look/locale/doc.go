// Package locale sets a locale that the window toolkit can read, before the toolkit looks for one.
//
// If the locale is C, the toolkit logs an error during its initialisation, even if only a command runs. Go initialises
// independent packages in the order of their import paths. This package imports only the standard library, so that it
// comes before the toolkit. It must not import anything else.
package locale
