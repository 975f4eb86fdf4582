package ui

import (
	"encoding/json"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
)

// english keeps the toolkit's words once in a process.
var english = sync.OnceFunc(keepEnglish)

// toolkitWords are those that the toolkit has on menus and buttons.
var toolkitWords = []string{"Advanced", "Cancel", "Confirm", "Copy", "Cut", "Error", "File", "Folder", "No", "OK", "Open", "Paste", "Quit", "Redo", "Save", "Select all", "Undo", "Yes"}

// keepEnglish gives the toolkit's own words in English, as the window has all others, whatever the language of the
// system is. Numbers and the names of months are not among them.
func keepEnglish() {
	messages := map[string]string{}
	for _, w := range toolkitWords {
		messages[w] = w
	}
	data, err := json.Marshal(messages)
	for _, tag := range []fyne.Locale{"cs", "de", "el", "es", "fr", "ja", "pl", "pt", "pt-BR", "ru", "sv", "ta", "uk", "zh-Hans"} {
		if err == nil {
			err = lang.AddTranslationsForLocale(data, tag)
		}
	}
	if err != nil {
		fyne.LogError("The words of the toolkit stay in the language of the system", err)
	}
}
