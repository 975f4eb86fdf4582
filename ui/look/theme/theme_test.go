package theme

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/export/chart"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
)

func TestAllColorsAreDefined(t *testing.T) {
	for _, m := range []Mode{System, Light, Dark, "purple"} {
		test.AssertAllColorNamesDefined(t, New(m), string(m))
	}
}

func TestModes(t *testing.T) {
	th := New("purple")
	for _, v := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
		if New(System).Color(ColorSurface, v) != th.Color(ColorSurface, v) {
			t.Error("an unknown mode is not that of the system")
		}
		light, dark := New(Light).Color(ColorSurface, v), New(Dark).Color(ColorSurface, v)
		if light == dark || light != th.Color(ColorSurface, theme.VariantLight) ||
			dark != th.Color(ColorSurface, theme.VariantDark) {
			t.Error("a chosen mode gives way to the system's")
		}
	}
}

// TestToggle toggles every mode on a light and on a dark system: the colours are other ones each time.
func TestToggle(t *testing.T) {
	for _, m := range []Mode{System, Light, Dark, "purple"} {
		for _, v := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
			if New(m).Color(ColorSurface, v) == New(m.Toggle(v)).Color(ColorSurface, v) {
				t.Errorf("from %q to %q, system %d: nothing is seen", m, m.Toggle(v), v)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	th := New(Light)
	for _, name := range []fyne.ThemeSizeName{
		theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameSubHeadingText, theme.SizeNameHeadingText,
		theme.SizeNameInnerPadding,
		theme.SizeNameInlineIcon, theme.SizeNameInputRadius, theme.SizeNameScrollBar, theme.SizeNamePadding,
	} {
		if size, usual := th.Size(name), theme.DefaultTheme().Size(name); size <= 0 || size > usual {
			t.Errorf("%s is %v, usually %v", name, size, usual)
		}
	}
}

// TestContrast compares texts and marks with every background that they stand on. Text needs a contrast of 4.5, even
// if it is disabled; marks and borders need 3. A background of several colours is painted in their order.
func TestContrast(t *testing.T) {
	type grounds [][]fyne.ThemeColorName
	plain := grounds{{theme.ColorNameBackground}, {ColorSurface}}
	dialogs := grounds{{theme.ColorNameMenuBackground}, {theme.ColorNameOverlayBackground},
		{theme.ColorNameInputBackground}}
	lit := grounds{{ColorSurface, theme.ColorNameSelection}, {ColorSurface, theme.ColorNameHover},
		{theme.ColorNameBackground, theme.ColorNameHover}, {theme.ColorNameMenuBackground, theme.ColorNameHover}}
	buttons := grounds{{theme.ColorNameButton}, {theme.ColorNameButton, theme.ColorNameHover}}
	join := func(all ...grounds) (out grounds) {
		for _, g := range all {
			out = append(out, g...)
		}
		return out
	}
	for _, tc := range []struct {
		ink   fyne.ThemeColorName
		on    grounds
		least float64
	}{
		{theme.ColorNameForeground, join(plain, dialogs, lit, buttons, grounds{{theme.ColorNameHeaderBackground}}),
			4.5},
		{ColorSubtle, join(plain, dialogs, lit), 4.5},
		{theme.ColorNamePlaceHolder, join(plain, dialogs, grounds{{ColorSurface, theme.ColorNameSelection}}), 4.5},
		{theme.ColorNameDisabled, join(plain, dialogs, grounds{{theme.ColorNameDisabledButton}}), 4.5},
		{theme.ColorNamePrimary, join(plain, dialogs), 4.5},
		{theme.ColorNameHyperlink, join(plain, dialogs), 4.5},
		{theme.ColorNameError, join(plain, dialogs), 4.5},
		{theme.ColorNameWarning, join(plain, dialogs), 4.5},
		{theme.ColorNameForegroundOnPrimary, grounds{{theme.ColorNamePrimary},
			{theme.ColorNamePrimary, theme.ColorNameHover}}, 4.5},
		{theme.ColorNameForegroundOnError, grounds{{theme.ColorNameError}}, 4.5},
		{ColorDimensionText, grounds{{ColorDimension}}, 4.5},
		{ColorMeasureText, grounds{{ColorMeasure}}, 4.5},
		{ColorFilterText, grounds{{ColorFilter}}, 4.5},
		{theme.ColorNameInputBorder, join(plain, dialogs), 3},
		{theme.ColorNameScrollBar, plain, 3},
		{theme.ColorNamePrimary, join(lit, grounds{{ColorTrack}}), 3},
		{ColorSubtle, grounds{{ColorTrack}}, 3},
		{theme.ColorNameSuccess, join(plain, dialogs), 3},
	} {
		for _, m := range []Mode{Light, Dark} {
			for _, on := range tc.on {
				ground := New(m).Color(on[0], 0)
				for _, name := range on[1:] {
					ground = over(New(m).Color(name, 0), ground)
				}
				if got := chart.Contrast(over(New(m).Color(tc.ink, 0), ground), ground); got < tc.least {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want %v", m, tc.ink, on, got, tc.least)
				}
			}
		}
	}
}

func TestIcons(t *testing.T) {
	test.NewTempApp(t)
	for name := range shapes {
		content := Icon(name, theme.ColorNamePrimary).Content()
		if !bytes.Contains(content, []byte("<path")) {
			t.Errorf("%s draws nothing", name)
		}
		for d := xml.NewDecoder(bytes.NewReader(content)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	seen := map[string][]data.Type{}
	for _, ty := range []data.Type{data.Null, data.Int, data.Decimal, data.Float, data.Bool, data.Text, data.Date,
		data.Timestamp} {
		name := TypeIcon(ty, ColorSubtle).Name()
		seen[name] = append(seen[name], ty)
	}
	if len(seen) != 5 {
		t.Errorf("icons %s", fmt.Sprint(seen))
	}
}
