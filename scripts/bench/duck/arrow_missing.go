//go:build !duckdb_arrow

package duck

// The binding loads Arrow data only under its own build tag: build with -tags duckdb_arrow.
var _ = buildWithTagDuckdbArrow
