// Package shelf is the widgets that a pivot is built with: the list of fields, the shelves, and the chips on them.
//
// Widgets report what a person did through callbacks and show what they are told to show. They must not know the
// engine, the table, or what an edit means.
package shelf
