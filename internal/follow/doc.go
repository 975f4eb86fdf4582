// Package follow waits until files have changed and are complete. Another program may write a file for a minute, delete
// it and write it again, or put a new file in its place. So a file counts as complete if its size and time stay the
// same from one look to the next. The package must not know what the files hold.
package follow
