package ui

import (
	"cardinal/engine/pivot"
	"cardinal/ui/grid"
)

var (
	_ grid.Source = (*pivot.Grid)(nil)
	_ grid.Source = pivot.Listing{}
)
