// Package about describes the running program: its version, the commit that it was built from, and the modules in it.
//
// It must not know where its texts are shown.
package about
