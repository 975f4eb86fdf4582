package lang

// ToolkitWords are the texts of the toolkit's own menus and buttons.
var ToolkitWords = []string{"Advanced", "Cancel", "Confirm", "Copy", "Cut", "Error", "File", "Folder", "No", "OK",
	"Open", "Paste", "Quit", "Redo", "Save", "Select all", "Undo", "Yes"}
