package ui

import (
	"context"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/ui/dialog/unlock"
)

// askPassword asks for the password of an encrypted file. It blocks, and must not be called on the UI goroutine.
func (w *window) askPassword(ctx context.Context, file *encrypted.Locked) (string, error) {
	return unlock.Ask(ctx, w.dialogs, file)
}
