package ui

import (
	"cmp"
	"encoding/json"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/lang"

	"cardinal/ui/look/lang"
)

// speak sets the language of the window and of the toolkit's own texts: the language of the preferences, or else of the
// system. It does not change how numbers are written, or the names of months.
func speak(preferred string) {
	err := lang.Use(cmp.Or(preferred, toolkit.SystemLocale().String()))
	messages := map[string]string{}
	for _, w := range lang.ToolkitWords {
		messages[w] = lang.L(w)
	}
	data, wrong := json.Marshal(messages)
	err = cmp.Or(err, wrong)
	// The toolkit looks words up in the language of the system, whatever the language of the window is.
	for _, system := range []fyne.Locale{"en", "cs", "de", "el", "es", "fr", "ja", "pl", "pt", "pt-BR", "ru", "sv",
		"ta", "uk", "zh-Hans"} {
		if err == nil {
			err = toolkit.AddTranslationsForLocale(data, system)
		}
	}
	if err != nil {
		fyne.LogError("The window does not have the language of the preferences", err)
	}
}
