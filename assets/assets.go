package assets

import (
	"context"
	_ "embed"

	"cardinal/data"
	"cardinal/data/load"
)

//go:generate go run ./gen -dir .

// Icon is the program's icon, a PNG of 512 by 512 pixels.
//
//go:embed icon.png
var Icon []byte

//go:embed sales.parquet
var sales []byte

// Sample loads the embedded table: 500,000 invented sales of 2023 and 2024 in 20 regions and 150 categories. Like real
// sales, they are skewed, and have refunds, missing values and regions that opened late or closed early.
func Sample(ctx context.Context) (*data.Table, error) {
	return load.Bytes(ctx, "sales sample", sales, load.Options{})
}
