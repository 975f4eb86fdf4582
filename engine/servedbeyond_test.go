package engine

import (
	"errors"
	"testing"

	"cardinal/data/remote"
)

// TestBeyondTheServer expects a copy if the server cannot answer, and no copy if the table is gone.
func TestBeyondTheServer(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {errors.New("the table is not on the server"), ""}, {&remote.TooMany{Most: 5}, ""},
		{&manyListed{[]string{"x"}, 2}, "the pivot needs the values of x, and the server has more than 2 of them"},
		{limited{}, "the query needs more memory than the server allows"},
	} {
		if got := refusal(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

type limited struct{}

func (limited) Error() string {
	return "the query needs more memory than the server allows: keep fewer fields"
}

func (limited) Is(target error) bool { return target == remote.ErrBeyond }
