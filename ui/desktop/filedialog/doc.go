// Package filedialog asks for a file or a folder. Its dialog has a path that is completed while a person types it, the
// files of a folder with their sizes and dates, and the recent folders.
//
// The package must not know what a file is for.
package filedialog
