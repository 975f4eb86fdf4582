// Package ticklist is a list of labels, each with a tick and with the number of its rows.
//
// It must not know what a tick means.
package ticklist
