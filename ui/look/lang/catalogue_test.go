package lang_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"
)

// list is the path to write all keys to, for a person who translates.
var list = flag.String("keys", "", "write the texts of the window to this file")

// TestKeys lists the texts of the window.
func TestKeys(t *testing.T) {
	all := keys(t)
	if len(all) < 700 {
		t.Errorf("%d texts are found", len(all))
	}
	if *list == "" {
		return
	}
	out := map[string]any{}
	for text, k := range all {
		if out[text] = k.where; k.one != "" {
			out[text] = map[string]string{"one": k.one, "other": text, "where": k.where}
		}
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err == nil {
		err = os.WriteFile(*list, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
