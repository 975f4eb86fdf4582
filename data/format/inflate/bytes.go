package inflate

import (
	"errors"
	"io"
)

var errSize = errors.New("the gzip file has another size than is said of it")

// Gzip inflates a gzip file in memory. It returns an error if the file does not inflate to exactly len(dst) bytes.
func Gzip(dst, file []byte) error {
	m := &members{stream: stream{input: input{in: file, failed: io.EOF}}}
	err := m.begin()
	if err == nil {
		_, err = m.fill(dst)
	}
	if err == nil {
		var n int
		if n, err = m.fill(make([]byte, 1)); n == 0 && errors.Is(err, io.EOF) {
			return nil
		}
	}
	if err == nil || errors.Is(err, io.EOF) {
		return errSize
	}
	return err
}
