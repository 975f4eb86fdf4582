// Package start measures the time from the start of the program to the first frame of its window, and the memory that
// it uses then.
//
// It runs the program as a person does. It must not know the window.
package start
