// Package load opens a file of any format that Cardinal reads. The bytes decide what a file is, not its name.
//
// Only this package turns a failed load into a sentence for a person: which file, what happened, and what to
// do. It must not know what the table is for.
package load
