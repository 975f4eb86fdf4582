// Package load opens a file of any format that Cardinal reads. The bytes decide what a file is, not its name.
//
// It is the only part that turns a failure into the one sentence a person reads: which file, what happened, what to
// do. It must not know what the table is for.
package load
