package cli

import (
	"context"
	"os"

	"cardinal/engine/gpu"
)

func workerCommand(context.Context, []string, Streams) error { return gpu.Serve(os.Stdin, os.Stdout) }
