// Package follow waits until files have changed and are whole. Another program may write a file for a minute, delete it
// and write it again, or put a new file in its place: a file counts as whole if its size and time stay the same from
// one look to the next. The package must not know what the files hold.
package follow
