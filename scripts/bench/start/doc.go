// Package start measures how long the program takes from its start to the first frame of its window, and the
// memory it holds then.
//
// It runs the program as a person does. It must not know the window.
package start
