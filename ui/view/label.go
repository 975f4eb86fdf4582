package view

import (
	"errors"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// Label is a label of the answer as a query names it.
func Label(v data.Value) query.Literal {
	if v.IsNull() {
		return query.Literal{Null: true}
	}
	return query.Literal{Text: v.String(), Quoted: true}
}

// ParseLabel reads a label as typed: as it is printed, without quotes.
func ParseLabel(text string) (query.Literal, error) {
	switch text = strings.TrimSpace(text); text {
	case "":
		return query.Literal{}, errors.New("write a label as it stands in the table")
	case "(blank)":
		return query.Literal{Null: true}, nil
	}
	return query.Literal{Text: text, Quoted: true}, nil
}
