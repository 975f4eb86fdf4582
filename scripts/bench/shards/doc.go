// Package shards measures pivots over a ClickHouse table on one shard, and on several shards with as many cores each.
package shards
