package workspace

import (
	"os"
	"reflect"
	"testing"
)

// TestOlderWorkspace opens a workspace that Cardinal wrote before 1.0.0. Every pivot is understood, and is written as
// it was.
func TestOlderWorkspace(t *testing.T) {
	const path = "testdata/before-1.0.0.cardinal"
	f, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range f.Tabs {
		q, err := tab.Query()
		if err != nil {
			t.Fatalf("%s: %v", tab.Name, err)
		}
		if again, err := NewTab(tab.Name, q).Query(); err != nil || !reflect.DeepEqual(again, q) {
			t.Errorf("%s: %v, and then %v, %v", tab.Name, q, again, err)
		}
	}
	got, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := os.ReadFile(path); string(got) != string(want) {
		t.Errorf("written as\n%s", got)
	}
}
