package ui

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/ui/guide/help"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/view"
)

// spoken names the variable that says in which language the pictures are; "": German.
const spoken = "CARDINAL_LANGUAGE"

// TestGerman starts the window in a German system, opens the sample, drags fields, and opens a chip's form and the
// preferences. CARDINAL_SHOTS names a folder for pictures of the dialogs, in another language with CARDINAL_LANGUAGE.
func TestGerman(t *testing.T) {
	if real == nil {
		inWindow(t, withoutGPU(), "LC_ALL=", "LANG="+cmp.Or(os.Getenv(spoken), "de_DE")+".UTF-8")
		return
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	if os.Getenv(spoken) == "" {
		speaksGerman(t)
	}
	if os.Getenv("CARDINAL_SHOTS") == "" {
		return
	}
	for _, mode := range []theme.Mode{theme.Light, theme.Dark} {
		onUI(func() { real.setMode(mode) })
		inLanguage(t, string(mode))
	}
}

// speaksGerman checks words of the window while a person works in it.
func speaksGerman(t *testing.T) {
	seen := func(o fyne.CanvasObject, want ...string) {
		t.Helper()
		for _, w := range want {
			reads(t, o, w)
		}
	}
	root := real.win.Content()
	seen(root, "Öffnen", "Feld hierher ziehen: je Wert eine Zeile", "Werte", "500.000 Zeilen")
	put(t, "region", view.Rows)
	put(t, "revenue", view.Values)
	seen(root, "20 Gruppen", "Nach Excel exportieren")
	labels := []string{}
	onUI(func() {
		for _, m := range real.win.MainMenu().Items {
			labels = append(labels, m.Label)
		}
	})
	if got := strings.Join(labels, " "); got != "Datei Bearbeiten Ansicht Layout Registerkarten Hilfe" {
		t.Errorf("the menus are %s", got)
	}
	onUI(func() { real.OpenForm(view.Values, 0) })
	eventually(t, "no form", func() bool { return real.dialogs.Len() == 1 })
	form := func() fyne.CanvasObject { return real.win.Canvas().Overlays().Top() }
	seen(form(), "Zusammenfassen nach", "Mittelwert", "Zahlenformat", "Fertig")
	onUI(func() { real.dialogs.Dismiss() })
	onUI(real.askPreferences)
	eventually(t, "no preferences", func() bool { return real.dialogs.Len() == 1 })
	seen(form(), "Einstellungen", "Farbschema", "Sprache", "Schließen")
	onUI(func() { real.dialogs.Dismiss() })
}

// inLanguage takes pictures of the dialogs.
func inLanguage(t *testing.T, mode string) {
	onUI(func() { real.editor.Edit(func(s view.State) view.State { return view.State{Tier: s.Tier} }) })
	picture(t, mode+"-table")
	onUI(func() { real.result.greet() })
	picture(t, mode+"-first")
	lay(t, report)
	picture(t, mode+"-pivot")
	for name, open := range map[string]func(){
		"open":        real.files.AskOpen,
		"address":     real.files.AskAddress,
		"export":      func() { real.files.AskExport("xlsx") },
		"save":        real.keeps.SaveWorkspaceAs,
		"preferences": real.askPreferences,
		"filter":      func() { real.editor.Add("city", view.Filters, 0) },
		"range":       func() { real.editor.Add("revenue", view.Filters, 0) },
		"dates":       func() { real.editor.Add("date", view.Filters, 0) },
		"form":        func() { real.OpenForm(view.Values, 0) },
		"form-key":    func() { real.OpenForm(view.Rows, 0) },
		"connect":     real.servers.Ask,
		"calculated":  real.newCalculatedField,
		"formula":     real.addFormula,
		"where":       func() { real.editor.AskWhere(0) },
		"keys":        func() { help.ShowKeys(real.dialogs) },
		"folders":     real.showFolders,
	} {
		onUI(open)
		eventually(t, "no dialog "+name, func() bool { return real.dialogs.Len() == 1 })
		picture(t, mode+"-"+name)
		onUI(func() { real.dialogs.Dismiss() })
		eventually(t, "the dialog stays: "+name, func() bool { return real.dialogs.Len() == 0 })
	}
	onUI(func() { real.result.openMenu(3, 2, fyne.NewPos(500, 250)) })
	picture(t, mode+"-menu")
	onUI(func() { real.popped.Hide() })
	onUI(func() { real.popUp(fyne.NewPos(500, 40), real.chartItems()...) })
	picture(t, mode+"-charts")
	onUI(func() { real.popped.Hide() })
	onUI(func() { real.popUp(fyne.NewPos(500, 40), real.menus.Layout()...) })
	picture(t, mode+"-layout")
	onUI(func() { real.popped.Hide() })
	onUI(real.startTour)
	picture(t, mode+"-tour")
	onUI(func() { real.tour.End() })
	onUI(real.togglePanel)
	picture(t, mode+"-profiler")
	onUI(real.togglePanel)
}
