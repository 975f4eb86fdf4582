// Package systemdialog asks for files and folders with the dialog that the system has for all programs: that of
// the desktop's portal on Linux, and the common one on Windows.
//
// It must not know what a file is for.
package systemdialog

// Question is what is asked for.
type Question struct {
	Title      string
	Folder     string   // to begin in; "": as the system likes
	Kinds      string   // what the files are called: "Tables"
	Extensions []string // of the files listed at first, with their dots; none: every file
	Folders    bool     // a folder is asked for, not a file
	Several    bool     // files may be chosen together
	Window     uintptr  // that the dialog belongs to, as the system names it; 0: none
}

// allFiles is the kind of every file.
const allFiles = "All files"
