package cli

import (
	"context"
	"os"

	"cardinal/engine/gpu/device"
)

func workerCommand(context.Context, []string, Streams) error {
	return device.Serve(os.Stdin, os.Stdout)
}
