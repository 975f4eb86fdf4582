package load

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"cardinal/data"
)

// silent is a drive that answers nothing after the first bytes, until the test ends.
type silent struct {
	io.ReaderAt
	until chan struct{}
	asked chan struct{}
}

func (s silent) ReadAt(b []byte, at int64) (int, error) {
	if at < 1<<20 {
		return s.ReaderAt.ReadAt(b, at)
	}
	select {
	case s.asked <- struct{}{}:
	default:
	}
	<-s.until
	return 0, errors.New("the test is over")
}

// TestSilentDrive cancels the opening of a file whose drive stops answering. The reading is abandoned and reports
// nothing more.
func TestSilentDrive(t *testing.T) {
	text := strings.Repeat("Germany,2024-01-05,12.50\n", 1<<18)
	drive := silent{strings.NewReader(text), make(chan struct{}), make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	told, ended := 0, make(chan struct{})
	var before int
	_, err := openOrLeave(ctx, "sales.csv", Options{Progress: func(float64) { told++ }},
		func(o Options) (*data.Table, error) {
			defer close(ended)
			go func() {
				<-drive.asked
				cancel()
			}()
			table, err := read(ctx, "sales.csv", drive, int64(len(text)), o)
			o.Progress(1)
			return table, err
		})
	before = told
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "a read that did not end was left behind") {
		t.Error(err)
	}
	close(drive.until)
	<-ended
	if told != before {
		t.Error("a reading that was left behind told its progress")
	}
}
