package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"cardinal/data"
	"cardinal/data/csv"
)

const maxInflated = 4 << 30

// openGzip inflates compressed text into memory and reads that.
func openGzip(ctx context.Context, r io.ReaderAt, size int64, progress func(float64)) (*data.Table, error) {
	limit := int64(maxInflated)
	if free := memoryLimit(); free > 0 {
		limit = min(limit, free/2)
	}
	z, err := gzip.NewReader(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, fmt.Errorf("the compressed file is damaged: %w", err)
	}
	var text bytes.Buffer
	for ctx.Err() == nil {
		n, err := io.CopyN(&text, z, 1<<20)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the compressed file is damaged or cut off; copy or download it again: %w", err)
		}
		if int64(text.Len()) > limit {
			return nil, fmt.Errorf("the compressed file holds more than %d MB: inflate it and open the result", limit>>20)
		}
		_ = n
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := text.Bytes()
	switch {
	case len(b) == 0:
		return nil, errors.New("the compressed file holds nothing")
	case !csv.LooksLikeText(b[:min(len(b), 64<<10)]):
		return nil, errors.New("the compressed file does not hold text: inflate it and open the result")
	}
	return csv.Open(ctx, bytes.NewReader(b), int64(len(b)), memoryLimit(), progress)
}
