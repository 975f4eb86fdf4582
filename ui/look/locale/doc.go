// Package locale gives the process a locale that the window toolkit can read, before the toolkit looks for one.
//
// The toolkit logs an error for the C locale during its initialisation, even if only a command runs. Independent
// packages are initialised in the order of their import paths. This package imports only the standard library, so it
// comes before the toolkit. It must not import anything else.
package locale
