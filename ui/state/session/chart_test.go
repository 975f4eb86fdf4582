package session

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"cardinal/ui/state/view"
)

// TestCopyChart draws the chart for the clipboard, and says whether the clipboard took it.
func TestCopyChart(t *testing.T) {
	d := opened(t)
	d.CopyChart(func([]byte) bool { t.Error("a chart without an answer"); return true })
	d.put("region", view.Rows)
	for _, takes := range []bool{true, false} {
		var size image.Point
		d.CopyChart(func(b []byte) bool {
			picture, err := png.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			size = picture.Bounds().Size()
			return takes
		})
		d.settle()
		if size != image.Pt(1920, 1200) {
			t.Errorf("the picture is %v large", size)
		}
		if said := d.screen.said[len(d.screen.said)-1]; said.Error == takes {
			t.Errorf("%v: %+v", takes, said)
		}
	}
}
