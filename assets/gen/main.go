// Command gen rasterises icon.svg to icon.png and writes the sample table. Package assets embeds both.
//
// Both files are the same on every machine: the table is generated from seeded integers only, and does not depend on
// the clock. Run it from the module's root with go run ./assets/gen.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", "assets", "folder of icon.svg, to write sales.parquet and icon.png into")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	var table bytes.Buffer
	if err := writeParquet(&table, drawSales(seed, rowCount)); err != nil {
		return err
	}
	if table.Len() > maxBytes {
		return fmt.Errorf("the sample takes %d bytes, above the %d that the repository should carry",
			table.Len(), maxBytes)
	}
	if err := os.WriteFile(filepath.Join(dir, "sales.parquet"), table.Bytes(), 0o644); err != nil {
		return err
	}
	svg, err := os.ReadFile(filepath.Join(dir, "icon.svg"))
	if err != nil {
		return err
	}
	drawn, err := drawIcon(svg)
	if err != nil {
		return err
	}
	var icon bytes.Buffer
	if err := png.Encode(&icon, drawn); err != nil {
		return fmt.Errorf("cannot encode the icon: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, "icon.png"), icon.Bytes(), 0o644)
}
