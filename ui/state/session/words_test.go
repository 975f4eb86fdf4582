package session

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"
)

func TestSentence(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "a.csv", Err: fs.ErrNotExist}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{errors.New("row 7 has 3 cells"), "Row 7 has 3 cells."},
		{errors.New("  ärger.\nat line 3"), "Ärger."},
		{fmt.Errorf("a fault: %v\n%s", "boom", "stack"), "A fault: boom."},
		{errors.New(`"a" is no column`), `"a" is no column.`},
		{errors.New("sales.csv is empty"), "sales.csv is empty."},
		{errors.New("/tmp/sales is a folder"), "/tmp/sales is a folder."},
		{errors.New("localhost:5432 does not answer"), "localhost:5432 does not answer."},
		{errors.New("nothing."), "Nothing."},
		{errors.New("a fault: nothing"), "A fault: nothing."},
		{errors.New("fault: nothing"), "Fault: nothing."},
		{missing, "There is no file a.csv."},
		{&fs.PathError{Op: "open", Path: "a.csv", Err: fs.ErrPermission}, "You are not allowed to use a.csv."},
		{&fs.PathError{Op: "read", Path: "a.csv", Err: errBoom}, "Read a.csv: the disk is on fire."},
		{fmt.Errorf("the folder is gone: %w", missing), "The folder is gone: open a.csv: file does not exist."},
		{errors.New(""), "Something failed and did not say what."},
	} {
		if got := Sentence(tc.err); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

// TestAfter uses the real clock of the patience.
func TestAfter(t *testing.T) {
	came := make(chan bool, 2)
	after(time.Millisecond, func() { came <- true })
	<-came
	stop := after(time.Hour, func() { came <- true })
	stop()
	if len(came) > 0 {
		t.Error("what was stopped came")
	}
}
