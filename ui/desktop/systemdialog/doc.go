// Package systemdialog asks for files and folders with the system's common dialog: the dialog of the desktop's portal
// on Linux, and the dialog of Windows.
//
// It must not know what a file is for.
package systemdialog

// Question describes what to ask for.
type Question struct {
	Title      string
	Folder     string   // the first folder; "": the system's choice
	Kinds      string   // the name of the files: "Tables"
	Extensions []string // of the files that are listed at first, with their dots; none: every file
	Folders    bool     // asks for a folder, not a file
	Several    bool     // files may be chosen together
	Window     uintptr  // the window of the dialog, as the system names it; 0: none
}

// allFiles is the kind of every file.
const allFiles = "All files"
