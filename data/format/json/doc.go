// Package json reads JSON documents into tables: an array of objects, or objects that follow each other (JSON lines).
// Arrays of values in an array, or line by line, are rows, too; an array of values alone is one column.
//
// The members of the objects are the columns, in the order in which they first occur. A member of an object
// within an object is a column whose name has the names of both, as in address.city. An array is the text of
// its JSON, or has a row for each of its elements: the array that a person chooses, or the first one of a
// document whose members are all arrays. Package csv finds the types of the columns, so that dates and numbers are
// read by the same rules in both. A column of JSON texts is text unless the texts are dates.
//
// Objects are read in pieces on all cores (pieces.go), and their values are handed to csv.Cells as they stand
// (reader.go). What is anything else, or has a fault, is read as a whole: the document is checked, rewritten as
// delimited text, and read by csv.Open (open.go). Where both can read a document, both make the same table.
//
// A document that is one object has its rows further in (rows.go): in an array of objects, which is unnested,
// or in another form that services and programs write, which is turned into an array of objects or of arrays
// first.
//
// A pivot that Cardinal wrote is one object, and is read as the table that it shows.
//
// The package must not know file names or what the table is for.
package json
