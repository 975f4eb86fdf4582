// Package json reads JSON documents into tables. A document is an array of objects, or a sequence of objects (JSON
// lines). Instead of objects, it may have arrays, each of which is a row. An array with values only is one column.
//
// The members of the objects are the columns, in the order in which they first occur. A member of an inner object
// becomes a column with both names, as in address.city. An inner array becomes the text of its JSON, or a row for each
// of its elements. The rows come from the array that a person chooses. If nobody chooses one and all members of the
// objects are arrays, the rows come from the first array. Package infer finds the types of the columns, so that dates
// and numbers are read by the same rules as in delimited text. A column of JSON strings is text unless the strings are
// dates.
//
// A document of objects is read in pieces on all cores (pieces.go), and its values go to infer.Cells unchanged
// (reader.go). Any other document, and a document with a fault, is read as a whole on one core. It is checked first
// (open.go), and then its rows are written one by one (write.go). If both methods can read a document, they make the
// same table.
//
// If a document is one object, its rows are in an inner value (rows.go). They can be an array of objects, which is
// unnested. Services and programs also write other forms, which are first converted to an array of objects or of
// arrays.
//
// A pivot that Cardinal wrote is one object, too. It is read as the table that it shows.
//
// The package must not know file names or what the table is for.
package json
