package datatest

import "path/filepath"

// Files returns the folder with the test files of a format, or of package load, for tests of packages that lie
// directly in data.
func Files(format string) string {
	switch format {
	case "load":
		return filepath.Join("..", "load", "testdata")
	case "xlsx", "xls", "xlsb", "ods", "encrypted":
		return filepath.Join("..", "format", "workbook", format, "testdata")
	}
	return filepath.Join("..", "format", format, "testdata")
}
