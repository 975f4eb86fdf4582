// Package shelf has the widgets with which a person builds a pivot: the list of fields, the shelves, and the chips on
// them.
//
// The widgets call a callback for everything that a person does, and show what they are given. They must not know the
// engine, the table, or what an edit means.
package shelf
