// Package filedialog asks for a file or a folder: a path that completes itself during typing, the files of a folder
// with sizes and dates, and the recent folders.
//
// The package must not know what a file is for.
package filedialog
