// Package notice shows things in place of figures or above them: a notice with buttons, the progress of a load, and a
// strip.
//
// It must not know when a notice is due.
package notice
