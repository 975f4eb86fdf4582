// Package crash keeps the runtime's last words in a report that the next start finds: a panic of any goroutine, or a
// signal that ends the program. A window that closes leaves no report. A killed window leaves none either, since the
// runtime wrote nothing.
//
// It must not know what the program does, and must not send anything anywhere.
package crash
