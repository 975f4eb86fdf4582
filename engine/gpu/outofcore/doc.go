// Package outofcore answers requests whose rows or groups do not fit the device. The rows are grouped in tiles, and the groups
// of the tiles are merged in partitions: on the device where a partition fits it, else on the CPU (SEEDS C3, MP-EGA).
//
// Tiles and partitions are requests like any other, which the caller runs. outofcore must not know how.
package outofcore
