// Package about describes the running program: its version, the commit that it was built from, and the modules in it.
//
// It must not know where this is shown.
package about
