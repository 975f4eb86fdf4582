package ui

import (
	"testing"

	"fyne.io/fyne/v2/lang"
)

// TestToolkitSpeaksEnglish asks for the toolkit's words in systems with other languages.
func TestToolkitSpeaksEnglish(t *testing.T) {
	defer keepEnglish() // in the language of the test run
	for _, system := range []string{"de_DE.UTF-8", "fr_FR.UTF-8", "pt_BR.UTF-8", "zh_CN.UTF-8", "sv_SE.UTF-8",
		"nl_NL.UTF-8"} {
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"} {
			t.Setenv(name, "")
		}
		t.Setenv("LANG", system)
		keepEnglish()
		for _, w := range toolkitWords {
			if got := lang.L(w); got != w {
				t.Errorf("%s: %q is %q", system, w, got)
			}
		}
	}
}
