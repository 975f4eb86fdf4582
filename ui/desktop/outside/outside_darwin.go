package outside

// Open opens a file or a folder in the program that macOS has for it. It calls later, on a goroutine of its own, if
// macOS reports a failure after Open has returned.
func Open(path string, later func(error)) error { return run(later, "open", path) }

// Show shows a file in its folder, as Open does.
func Show(path string, later func(error)) error { return run(later, "open", "-R", path) }
