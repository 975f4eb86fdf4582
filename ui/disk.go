package ui

import (
	"context"

	"cardinal/assets"
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/export"
	"cardinal/ui/session"
)

var _ session.Files = disk{}

// disk reads and writes real files.
type disk struct{}

// Open implements session.Files.
func (disk) Open(ctx context.Context, path, sheet string, progress func(float64)) (*data.Table, error) {
	return load.Open(ctx, path, load.Options{Sheet: sheet, Progress: progress})
}

// Sample implements session.Files.
func (disk) Sample(ctx context.Context) (*data.Table, error) { return assets.Sample(ctx) }

// Save implements session.Files.
func (disk) Save(ctx context.Context, path, format string, a *session.Answer) (string, error) {
	report, err := export.Save(ctx, path, format, a.Tab, a.Grid, a.Profile)
	if err != nil || len(report.Losses) == 0 {
		return "", err
	}
	return "Not everything fits the format: " + report.Losses[0].String() + ".", nil
}
