// Package input sees to it that Esc always means something: a text entry that hands it on, and the way by which
// other widgets do.
//
// It must not know what is typed nor what Esc does.
package input
