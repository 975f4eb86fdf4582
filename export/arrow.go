package export

import (
	"context"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// arrow writes the table as a file in Arrow's IPC format, which Feather also uses.
func (t *flatTable) arrow(ctx context.Context, w io.Writer) error {
	out, err := ipc.NewFileWriter(w, ipc.WithSchema(t.schema))
	if err != nil {
		return fmt.Errorf("cannot start the Arrow file: %w", err)
	}
	if err := t.batches(ctx, func(b arrow.RecordBatch) error { return out.Write(b) }); err != nil {
		return fmt.Errorf("the Arrow file: %w", err)
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("cannot finish the Arrow file: %w", err)
	}
	return nil
}
