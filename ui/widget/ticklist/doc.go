// Package ticklist is a list of labels. Each line has a tick and the number of rows with its label.
//
// It must not know what a tick means.
package ticklist
