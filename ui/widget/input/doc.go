// Package input handles the keyboard: a text entry that passes Esc on, and functions by which a widget takes the
// keyboard and passes unused keys to the window.
//
// It must not know what is typed nor what a key does.
package input
