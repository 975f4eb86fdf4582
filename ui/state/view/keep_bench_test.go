package view

import (
	"fmt"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

// BenchmarkTabs writes and reads 20 tabs with a filter of 100,000 labels each.
func BenchmarkTabs(b *testing.B) {
	f := Filter{Field: query.Field{Column: "label"}, Kind: List}
	for i := range 100_000 {
		f.Values = append(f.Values, data.TextValue(fmt.Sprintf("label %06d", i)))
	}
	for b.Loop() {
		file := workspace.File{Source: workspace.Source{Sample: true}}
		for i := range 20 {
			file.Tabs = append(file.Tabs, State{Filters: []Filter{f}}.Tab(fmt.Sprint("Tab ", i)))
		}
		text, err := file.Encode()
		if err == nil {
			_, err = workspace.Decode(text)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
