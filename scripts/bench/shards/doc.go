// Package shards measures pivots of a table of ClickHouse that lies on one shard, and on several with as many
// cores each.
package shards
