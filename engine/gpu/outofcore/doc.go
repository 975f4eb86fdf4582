// Package outofcore answers requests whose rows or groups do not fit the device (MP-EGA: Wang, Shen and Lei, 2025).
// If a tile of rows has few groups, the rows are grouped in tiles, and the groups of the tiles are merged. If a tile
// has about as many groups as rows, the rows are partitioned by a hash of their keys. The device or the cores then
// group each partition on its own.
//
// Tiles, loads and partitions are ordinary requests, which the caller runs. Package outofcore must not know how the
// caller runs them.
package outofcore
