package export

import (
	"context"
	"io"
	"strings"

	"cardinal/export/chart"
	"cardinal/internal/wording"
)

// The size of a picture, in units of 1/96 inch, and the pixels per unit. Pictures are on white paper, as documents
// are.
const (
	pictureWidth, pictureHeight = 960, 600
	pictureScale                = 2
)

// picture makes the writer of a format whose files are a picture of the chart of a pivot. The Report says what the
// chart leaves out.
func picture(write func(ctx context.Context, s *chart.Scene, w io.Writer) error) writer {
	return func(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
		s, err := drawChart(ctx, p, 1, false)
		if err != nil {
			return Report{}, err
		}
		return Report{Losses: lossesOf(p.Grid.Tab().Words(), s.Notes)}, write(ctx, s, w)
	}
}

// drawChart draws the chart of a pivot for light or for dark paper. Its width and height are a share of those of a
// picture. If no chart is chosen, drawChart draws the kind that suits the pivot.
func drawChart(ctx context.Context, p Pivot, share float64, dark bool) (*chart.Scene, error) {
	style, err := chart.ParseStyle(p.Chart)
	if err != nil {
		return nil, err
	}
	return chart.Draw(ctx, p.Grid, style, share*pictureWidth, share*pictureHeight,
		chart.Look{Scale: pictureScale, Dark: dark})
}

// lossesOf turns sentences into losses.
func lossesOf(w *wording.Words, sentences []string) (losses []Loss) {
	for _, s := range sentences {
		losses = append(losses, Loss{Kind: w.L("the chart: {{.Note}}",
			wording.With{"Note": strings.TrimRight(s, ".。")})})
	}
	return losses
}

// noChart returns the loss of a chart that cannot be drawn.
func noChart(w *wording.Words, err error) Loss {
	return Loss{Kind: w.L("there is no chart: {{.Reason}}", wording.With{"Reason": w.Sentence(err.Error())})}
}
