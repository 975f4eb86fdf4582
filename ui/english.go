package ui

import (
	"encoding/json"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
)

// english runs keepEnglish once in a process.
var english = sync.OnceFunc(keepEnglish)

// toolkitWords are the words that the toolkit shows on menus and buttons.
var toolkitWords = []string{"Advanced", "Cancel", "Confirm", "Copy", "Cut", "Error", "File", "Folder", "No", "OK",
	"Open", "Paste", "Quit", "Redo", "Save", "Select all", "Undo", "Yes"}

// keepEnglish makes the toolkit's own words English, as all words of the window are, in any language of the system.
// It does not change numbers and the names of months.
func keepEnglish() {
	messages := map[string]string{}
	for _, w := range toolkitWords {
		messages[w] = w
	}
	data, err := json.Marshal(messages)
	for _, tag := range []fyne.Locale{"cs", "de", "el", "es", "fr", "ja", "pl", "pt", "pt-BR", "ru", "sv", "ta",
		"uk", "zh-Hans"} {
		if err == nil {
			err = lang.AddTranslationsForLocale(data, tag)
		}
	}
	if err != nil {
		fyne.LogError("The words of the toolkit stay in the language of the system", err)
	}
}
