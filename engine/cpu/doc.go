// Package cpu runs a group-by on one core or on several, and has the tiers of the processor. A strategy turns batches
// of rows into group ids. The accumulators then loop over the group ids and the values, column by column. The
// strategies are those of Cieslewicz and Ross (VLDB 2007) and of Ye, Ross and Vesdapunt (DaMoN 2011).
//
// Each strategy is a Strategy in a file of its own, and a line in Strategies. A Strategy has a name, words for people,
// when it is chosen, what it cannot run, its memory, its run and its cost. scripts/bench/compared has strategies of the
// literature that are never chosen.
//
// # Keys and strategies
//
// A key has one of two forms. A slot is a number in mixed radix, and indexes accumulators if the domain is small
// enough. A packed key holds the codes in 64 bits, and is hashed; a match is always confirmed by comparing the packed
// keys. Keys that need more than 64 bits are narrowed first: leading columns are joined into one column of dense codes.
// (A row number could stand for a wide key, as it does on the GPU, which cannot pack 64 bits. But each probe would then
// read every column at random.)
//
//	dense         accumulators indexed by slot, one set per worker
//	              few slots, or rows in order of their slots: nearly always the fastest
//	partition     rows written out by slot range or hash, then grouped
//	              many groups; nothing to merge
//	independent   one hash table per worker, merged by hash ranges
//	              few groups in a large domain
//	runs          one look-up per run, runs reduced in registers
//	              sorted rows whose keys are hashed or whose sums share no words
//	plat          a small table per worker, the other rows written out
//	              skewed keys, too many for a table for each of many workers
//
// Choose picks the strategy from the expected groups, the size of the states and a probe of the rows' order. More rows
// are sampled if the choice depends on them and the cost model says that a wrong choice costs more.
// docs/measured/grid.md shows how good the choice is.
//
// If a run meets far more or fewer groups than expected, it is planned again (surprise.go). What it did so far is
// dropped, and an event of the record says so. docs/measured/predictions.md shows what a wrong number costs.
//
// # Passes over the rows
//
// dense packs counts and sums of codes into one or two words per group (packed.Sums). The count of rows, the sums of
// two narrow columns and a third sum take two additions per row; a variance takes two, a correlation four. Columns with
// nulls count their values in the same word. A word is unpacked before a sum in it can overflow into its neighbour. The
// codes of a single key column are the slots. The codes of two key columns are combined to slots in the same pass. If a
// group is hot, or rows of one group follow each other, a worker has replicas of its accumulators. Successive rows take
// the replicas in turn, if they fit the core's cache.
//
// Selected rows are listed, and their codes are gathered; stretches of neighbouring rows are read in place
// (cpu/scan.go). If at least a third of the rows pass the filter and the key is a byte, all rows are read, and the
// rows that do not pass go to slots of their own (cpu/mask.go).
//
// # How many cores
//
// The cost model decides how many cores work. At the start of a pivot the other cores sleep, and only the first core
// works until they are awake: 0.3 to 0.6 ms on a virtual machine. In this time one core does a million rows. A pivot of
// a small table therefore runs on only a few of many cores. It runs on one core if the others would save less than 0.1
// ms, or both less than 0.2 ms and less than a tenth of the time. Calibrations and comparisons pause before every run,
// so that the other cores sleep as they do before a pivot.
//
// # States
//
// The interfaces of an accumulator say how strategies may use it. Several workers may update a columnar state if they
// share no group, and an atomic state in any case. Value lists (mode, product, quantiles of many groups) belong to one
// worker each, and are arranged by group when they are read. Distinct counts of many values keep lists, too. These are
// partitioned by value, and one pass over the partitions counts a level of totals. Quantiles of few groups keep no
// values. The rows are counted by ranges of values, and read a second time for the values of the ranges in which
// quantiles lie.
//
// Package cpu must not know queries, labels or the GPU.
package cpu
