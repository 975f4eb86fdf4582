// Package notice shows things above figures or in place of them: a notice with buttons, the progress of a load, and a
// strip.
//
// It must not know when a notice is due.
package notice
