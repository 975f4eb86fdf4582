package outside

// Open opens a file or a folder in the program that macOS has for it. If macOS reports a failure after Open has
// returned, Open calls `later`, on another goroutine.
func Open(path string, later func(error)) error { return run(later, "open", path) }

// Show shows a file in its folder. It returns and calls `later` as Open does.
func Show(path string, later func(error)) error { return run(later, "open", "-R", path) }
