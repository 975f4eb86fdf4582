// Package outofcore answers requests whose rows or groups do not fit the device: the rows are grouped in tiles, and the groups
// of the tiles are merged in partitions, on the device where they fit it and on the cores where they do not (SEEDS C3, MP-EGA).
//
// Tiles and partitions are requests like any other, which the caller has answered. outofcore must not know how.
package outofcore
