package zipxml

import (
	"strings"
	"testing"
	"testing/iotest"
)

// tokens writes what a reader finds, neighbouring texts joined.
func tokens(x *Reader) (string, error) {
	var out strings.Builder
	for {
		t, err := x.Next()
		if err != nil {
			return out.String(), err
		}
		switch t {
		case TokenEnd:
			return out.String(), nil
		case TokenOpen:
			out.WriteString("<" + string(x.Name))
			for _, a := range x.attrs {
				v, err := x.Attr(string(a.name))
				if err != nil {
					return "", err
				}
				out.WriteString(" " + string(a.name) + "=" + v)
			}
			out.WriteString(">")
		case TokenClose:
			out.WriteString("</" + string(x.Name) + ">")
		case TokenText:
			out.Write(x.Text)
		}
	}
}

// TestWindowEndsAnywhere lets every byte of a document be the first that the window does not hold.
func TestWindowEndsAnywhere(t *testing.T) {
	const doc = "\ufeff<?xml version='1.0'?><!-- > --><a x = \"1&amp;2\" y='>'>é&lt;\r\nx\ry<![CDATA[<&]]><b /><n:b " +
		"xmlns:n='z'>𝄞</n:b ><c></c></a>\n<!-- end -->"
	const want = "<a x=1&2 y=>>é<\nx\ny<&<b></b>< xmlns:n=z>𝄞</><c></c></a>"
	if got, err := tokens(NewReader(t.Context(), iotest.OneByteReader(strings.NewReader(doc)))); err != nil ||
		got != want {
		t.Errorf("byte by byte: %q %v", got, err)
	}
	for shift := range len(doc) + 8 {
		blanks := strings.Repeat(" ", windowSize-shift)
		long := strings.Replace(doc, "<a ", "<a"+blanks, 1)
		if got, err := tokens(NewReader(t.Context(), strings.NewReader(long))); err != nil || got != want {
			t.Fatalf("in a tag, %d: %q %v", shift, got, err)
		}
		text := strings.Repeat("t", windowSize-shift)
		long = strings.Replace(doc, "é", text+"é", 1)
		if got, err := tokens(NewReader(t.Context(), strings.NewReader(long))); err != nil ||
			got != strings.Replace(want, "é", text+"é", 1) {
			t.Fatalf("in a text, %d: %v", shift, err)
		}
	}
	for n := 3; n < len(doc)-len("\n<!-- end -->"); n++ {
		if got, err := tokens(NewReader(t.Context(), strings.NewReader(doc[:n]))); err == nil {
			t.Errorf("cut at %d: %q", n, got)
		}
	}
}

func TestTooLong(t *testing.T) {
	for name, doc := range map[string]string{
		"16 MB":        "<a " + strings.Repeat(" ", maxToken) + "/>",
		"lie too deep": strings.Repeat("<a>", maxDepth+1),
		"too deep":     strings.Repeat("<"+strings.Repeat("n", maxNames)+">", 3),
	} {
		if _, err := tokens(NewReader(t.Context(), strings.NewReader(doc))); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
}
