// Cardinal explores spreadsheets and Parquet. In its window, columns are dragged onto a pivot; its commands do the same
// without a window.
package main

import (
	"os"

	"cardinal/internal/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }
