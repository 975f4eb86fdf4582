package profiler

import "strings"

// Tier is the words for a tier.
type Tier struct {
	Name     string `json:"tier"`  // in commands and records: workers
	Title    string `json:"-"`     // in menus: All cores
	Noun     string `json:"words"` // for the middle of a sentence: all cores
	Plural   bool   `json:"-"`     // Noun is plural
	Subject  string `json:"-"`     // the subject of a sentence about what the tier does: the workers
	Host     bool   `json:"-"`     // the tier is the machine itself, without a device
	Hardware string `json:"-"`     // for the middle of a sentence: the processor
}

// Was returns the verb after Noun.
func (t Tier) Was() string {
	if t.Plural {
		return "were"
	}
	return "was"
}

// Capital returns Noun for the beginning of a sentence.
func (t Tier) Capital() string { return strings.ToUpper(t.Noun[:1]) + t.Noun[1:] }

// Short returns Noun for the beginning of a line, without its article.
func (t Tier) Short() string {
	noun := strings.TrimPrefix(t.Noun, "the ")
	return strings.ToUpper(noun[:1]) + noun[1:]
}
