package profiler

import "strings"

// Tier is what people call a tier.
type Tier struct {
	Name     string `json:"tier"`  // as commands and records write it: workers
	Title    string `json:"-"`     // as a menu writes it: All cores
	Noun     string `json:"words"` // for the middle of a sentence: all cores
	Plural   bool   `json:"-"`     // of Noun
	Subject  string `json:"-"`     // for what the tier does: the workers
	Host     bool   `json:"-"`     // the tier is the machine itself: no device is needed
	Hardware string `json:"-"`     // for the middle of a sentence: the processor
}

// Was is the verb after Noun.
func (t Tier) Was() string {
	if t.Plural {
		return "were"
	}
	return "was"
}

// Capital is Noun for the beginning of a sentence.
func (t Tier) Capital() string { return strings.ToUpper(t.Noun[:1]) + t.Noun[1:] }

// Short is Noun for the beginning of a line: without its article.
func (t Tier) Short() string {
	noun := strings.TrimPrefix(t.Noun, "the ")
	return strings.ToUpper(noun[:1]) + noun[1:]
}
