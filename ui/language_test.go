package ui

import (
	"testing"

	toolkit "fyne.io/fyne/v2/lang"

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
