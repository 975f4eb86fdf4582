// Package filedialog asks for a file or a folder: a path that completes itself while it is typed, the files of
// a folder with sizes and dates, and the folders used lately.
//
// The package must not know what a file is for.
package filedialog
