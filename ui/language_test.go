package ui

import (
	"slices"
	"strings"
	"testing"

	toolkit "fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/guide/help"
	"cardinal/ui/look/lang"
)

// TestToolkitSpeaks asks for the toolkit's words in systems with other languages than the window.
func TestToolkitSpeaks(t *testing.T) {
	defer speak("en") // in the language of the test run
	for _, system := range []string{"de_DE.UTF-8", "fr_FR.UTF-8", "pt_BR.UTF-8", "zh_CN.UTF-8", "sv_SE.UTF-8",
		"nl_NL.UTF-8"} {
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"} {
			t.Setenv(name, "")
		}
		t.Setenv("LANG", system)
		for preferred, undo := range map[string]string{"en": "Undo", "de": "Rückgängig"} {
			speak(preferred)
			for _, w := range lang.ToolkitWords {
				if got := toolkit.L(w); got != lang.L(w) {
					t.Errorf("%s: %q is %q", system, w, got)
				}
			}
			if got := toolkit.L("Undo"); got != undo {
				t.Errorf("%s: Undo is %q", preferred, got)
			}
		}
	}
}

// TestFirstStepsInEveryLanguage reads the page of first steps. Each has its headings, and no sign of Markdown.
func TestFirstStepsInEveryLanguage(t *testing.T) {
	t.Cleanup(func() { _ = lang.Use("en") })
	s := newStage(t, orders())
	for _, l := range lang.Languages() {
		if err := lang.Use(l.Tag); err != nil {
			t.Fatal(err)
		}
		help.Show(s.dialogs)
		page := slices.MaxFunc(all[*widget.RichText](s.asked()), func(a, b *widget.RichText) int {
			return len(a.Segments) - len(b.Segments)
		})
		headings := 0
		for _, part := range page.Segments {
			text, is := part.(*widget.TextSegment)
			if is && (strings.ContainsAny(text.Text, "#*") || strings.IndexAny(text.Text, ",.;:") == 0) {
				t.Errorf("%s: %q", l.Tag, text.Text)
			}
			if is && text.Style.SizeName == theme.SizeNameSubHeadingText {
				headings++
			}
		}
		if headings < 4 {
			t.Errorf("%s has %d headings", l.Tag, headings)
		}
		s.dialogs.Dismiss()
	}
}
