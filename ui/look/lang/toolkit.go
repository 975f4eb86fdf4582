package lang

// ToolkitWords are the words that the toolkit shows on menus and buttons.
var ToolkitWords = []string{"Advanced", "Cancel", "Confirm", "Copy", "Cut", "Error", "File", "Folder", "No", "OK",
	"Open", "Paste", "Quit", "Redo", "Save", "Select all", "Undo", "Yes"}
