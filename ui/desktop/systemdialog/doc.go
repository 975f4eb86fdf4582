// Package systemdialog asks for files and folders by the system's own dialog: on Linux that of the desktop's portal, on
// Windows that of Windows.
//
// It must not know what a file is for.
package systemdialog

// Question says what the dialog asks for.
type Question struct {
	Title      string
	Folder     string   // the folder to list first; "": the system chooses
	Kinds      string   // what the files are called, e.g. "Tables"
	Extensions []string // of the files to list, with their dots; none: all files
	Folders    bool     // asks for a folder, not a file
	Several    bool     // several files may be chosen
	Window     uintptr  // the system's handle of the window that asks; 0: none
}

// allFiles is the name of the kind of files that contains every file.
const allFiles = "All files"
