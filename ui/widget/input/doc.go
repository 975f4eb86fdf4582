// Package input is the keyboard: a text entry that hands Esc on, and the ways by which a widget takes the
// keyboard and gives keys that it has no use for to the window.
//
// It must not know what is typed nor what a key does.
package input
