package main

import (
	"bytes"
	"fmt"
	"image"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// iconSize is the width and the height of the icon, in pixels.
const iconSize = 512

// drawIcon rasterises the icon's SVG.
func drawIcon(svg []byte) (image.Image, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("cannot read the icon: %w", err)
	}
	img := image.NewRGBA(image.Rect(0, 0, iconSize, iconSize))
	icon.SetTarget(0, 0, iconSize, iconSize)
	icon.Draw(rasterx.NewDasher(iconSize, iconSize, rasterx.NewScannerGV(iconSize, iconSize, img, img.Bounds())), 1)
	return img, nil
}
