package export

import (
	"context"
	"io"

	"cardinal/export/chart"
)

// The size of a picture, in units of 1/96 inch, and the pixels per unit. Pictures are on white paper, as documents
// are.
const (
	pictureWidth, pictureHeight = 960, 600
	pictureScale                = 2
)

// picture makes the writer of a format that holds the chart of a pivot. The Report says what the chart leaves out.
func picture(write func(ctx context.Context, s *chart.Scene, w io.Writer) error) writer {
	return func(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
		s, err := drawn(ctx, p)
		if err != nil {
			return Report{}, err
		}
		return Report{Losses: notHeld(s.Notes)}, write(ctx, s, w)
	}
}

// drawn draws the chart of a pivot; if none is chosen, of the kind that suits it.
func drawn(ctx context.Context, p Pivot) (*chart.Scene, error) {
	return chart.Draw(ctx, p.Grid, chart.Named(p.Chart), pictureWidth, pictureHeight, chart.Look{Scale: pictureScale})
}

// notHeld turns sentences into losses.
func notHeld(sentences []string) (losses []Loss) {
	for _, s := range sentences {
		losses = append(losses, Loss{Kind: "the chart: " + s[:len(s)-1]})
	}
	return losses
}
