// Cardinal explores spreadsheets and Parquet: a window where columns are dragged onto a pivot, and commands that do
// the same without a window.
package main

import (
	"os"

	"cardinal/internal/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }
