// Package json reads JSON documents into tables. A document is an array of objects, or objects that follow each other
// (JSON lines). Arrays of values, in an array or line by line, are rows, too. An array that has only values, no
// objects, is one column.
//
// The members of the objects are the columns, in the order in which they first occur. A member of an object within an
// object is a column with a name of both names, as in address.city. An array is the text of its JSON, or has a row
// for each of its elements. Rows come from the array that a person chooses, or from the first array of a document
// whose members are all arrays. Package infer finds the types of the columns, so that dates and numbers are read by the
// same rules as in delimited text. A column of JSON texts is text unless the texts are dates.
//
// Objects are read in pieces on all cores (pieces.go), and their values are handed to infer.Cells unchanged
// (reader.go). Any other document, and a document with a fault, is read as a whole. The document is checked, and its
// rows are handed over one after the other (open.go, write.go). If both ways can read a document, both make the same
// table.
//
// A document that is one object has its rows further in (rows.go). They are an array of objects, which is unnested,
// or stand in another form that services and programs write. The other forms are first turned into an array of
// objects or of arrays.
//
// A pivot that Cardinal wrote is one object, and is read as the table that it shows.
//
// The package must not know file names or what the table is for.
package json
