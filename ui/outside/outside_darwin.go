package outside

// Open shows a file or a folder in the program that macOS has for it.
func Open(path string) error { return run("open", path) }

// Show shows a file among the others of its folder.
func Show(path string) error { return run("open", "-R", path) }
