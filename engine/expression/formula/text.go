package formula

import (
	"strings"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/query"
)

var (
	text  = query.Argument{Name: "text", Takes: query.AnyColumns}
	count = query.Argument{Name: "count", Takes: query.Numbers}
)

// ofText describes a function whose first argument is a text. more are the arguments after the text. A value of another
// type than text is converted to the text in which it is written.
func ofText(name, help, example string, of func(s string, args []data.Value) data.Value,
	more ...query.Argument) function {
	return function{
		Function: query.Function{Name: name, Group: query.OfTexts, Args: append([]query.Argument{text},
			more...), Help: help, Example: example},
		result: always(data.Text),
		of:     func(args []data.Value) data.Value { return of(args[0].String(), args[1:]) },
	}
}

var (
	upper = ofText("upper", "the text in capital letters", "upper('Köln') is KÖLN",
		func(s string, _ []data.Value) data.Value {
			return data.TextValue(strings.ToUpper(s))
		})
	lower = ofText("lower", "the text in small letters", "lower('Köln') is köln",
		func(s string, _ []data.Value) data.Value {
			return data.TextValue(strings.ToLower(s))
		})
	trim = ofText("trim", "the text without blanks and line ends at both ends", "trim(' a b ') is a b",
		func(s string, _ []data.Value) data.Value {
			return data.TextValue(strings.TrimSpace(s))
		})
	left = ofText("left", "the first characters of the text", "left('Köln', 2) is Kö",
		func(s string, args []data.Value) data.Value {
			return data.TextValue(characters(s, 0, number(args[0])))
		}, count)
	right = ofText("right", "the last characters of the text", "right('Köln', 2) is ln",
		func(s string, args []data.Value) data.Value {
			n := utf8.RuneCountInString(s)
			return data.TextValue(characters(s, max(0, n-max(0, number(args[0]))), n))
		}, count)
	mid = also(ofText("mid", "characters from a place on, the first being 1: so many, or all that follow",
		"mid('Köln', 2, 2) is öl", func(s string, args []data.Value) data.Value {
			length := len(s)
			if len(args) > 1 {
				length = number(args[1])
			}
			return data.TextValue(characters(s, max(0, number(args[0])-1), length))
		}, query.Argument{Name: "start", Takes: query.Numbers}, query.Argument{Name: "count", Takes: query.Numbers,
			Optional: true}), "substr", "substring")
	length = giving(data.Int, ofText("len", "the number of characters", "len('Köln') is 4",
		func(s string, _ []data.Value) data.Value {
			return data.IntValue(int64(utf8.RuneCountInString(s)))
		}))
	replace = ofText("replace", "the text with every occurrence of one text replaced by another",
		"replace('a-b', '-', '/') is a/b", func(s string, args []data.Value) data.Value {
			if old := args[0].String(); old != "" {
				s = strings.ReplaceAll(s, old, args[1].String())
			}
			return data.TextValue(s)
		}, query.Argument{Name: "old", Takes: query.AnyColumns}, query.Argument{Name: "new", Takes: query.AnyColumns})
	contains = giving(data.Bool, ofText("contains", "whether the text has another one in it; case matters",
		"contains('Köln', 'öl') is true", func(s string, args []data.Value) data.Value {
			return data.BoolValue(strings.Contains(s, args[0].String()))
		}, query.Argument{Name: "part", Takes: query.AnyColumns}))
	position = also(giving(data.Int, ofText("position", "the place at which another text begins in "+
		"the text, the first being 1; 0 where the text does not have it; case matters", "position('Köln', 'ln') is 3",
		func(s string, args []data.Value) data.Value {
			before, _, found := strings.Cut(s, args[0].String())
			if !found {
				return data.IntValue(0)
			}
			return data.IntValue(int64(utf8.RuneCountInString(before)) + 1)
		}, query.Argument{Name: "part", Takes: query.AnyColumns})), "instr", "strpos")
)

func giving(kind data.Type, f function) function {
	f.result = always(kind)
	return f
}

func also(f function, names ...string) function {
	f.Also = names
	return f
}

var concat = function{
	Function: query.Function{
		Name: "concat", Group: query.OfTexts,
		Args:    []query.Argument{{Name: "text", Takes: query.AnyColumns, Repeats: true}},
		Help:    "the texts one after the other, null ones left out; a & b is null where one of them is",
		Example: "concat('a', null, 'b') is ab",
	},
	result: always(data.Text),
	nulls:  true,
	of:     written,
}

// join is the operator &.
var join = function{Function: query.Function{Name: "&", Args: concat.Args}, result: always(data.Text), of: written}

func written(args []data.Value) data.Value {
	var b strings.Builder
	for _, v := range args {
		b.WriteString(v.String())
	}
	return data.TextValue(b.String())
}

// characters returns at most n characters of s, from the character at index from. The first character has index 0.
func characters(s string, from, n int) string {
	for ; from > 0 && s != ""; from-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	end := 0
	for ; n > 0 && end < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end]
}

// number returns a value as a whole number of characters. NaN gives 0, and numbers beyond 2^31 are limited to 2^31.
func number(v data.Value) int {
	f, _ := v.Number()
	if f != f {
		return 0
	}
	return int(min(max(f, -1<<31), 1<<31))
}
