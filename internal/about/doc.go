// Package about says which Cardinal this is: its version, the commit that it was built from, and the modules in it.
//
// It must not know where that is shown.
package about
