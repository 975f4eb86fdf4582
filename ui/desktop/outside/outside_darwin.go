package outside

// Open shows a file or a folder in the program that macOS has for it. later is called, on a goroutine of its
// own, where macOS reports a failure after Open has returned.
func Open(path string, later func(error)) error { return run(later, "open", path) }

// Show shows a file among the others of its folder, as Open does.
func Show(path string, later func(error)) error { return run(later, "open", "-R", path) }
