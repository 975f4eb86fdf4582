package cli

import (
	"context"
	"os"

	"cardinal/engine/gpu/worker"
)

func workerCommand(context.Context, []string, Streams) error {
	return worker.Serve(os.Stdin, os.Stdout)
}
