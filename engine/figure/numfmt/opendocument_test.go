package numfmt

import (
	"strings"
	"testing"
)

// TestOpenDocument writes number formats as the elements of OpenDocument.
func TestOpenDocument(t *testing.T) {
	short := strings.NewReplacer("number:number-style style:name=", "style ", "number:number-style", "style",
		"number:date-style style:name=", "dates ", "number:date-style", "dates", ` style:apply-style-name=`, " ",
		`number:decimal-places=`, "places ", `number:min-decimal-places=`, "least ", `number:min-integer-digits=`,
		"whole ", ` number:style="long"`, " long", "number:", "")
	for code, want := range map[string]string{
		`#,##0.00 "<EUR>"`: `<style "N"><number places "2" least "2" whole "1" grouping="true"/><text> </text>` +
			`<text>&lt;EUR&gt;</text></style>`,
		`0.0,,"M"`: `<style "N"><number places "1" least "1" whole "1" display-factor="1000000"/>` +
			`<text>M</text></style>`,
		`0.##E+00`: `<style "N"><scientific-number places "2" least "0" whole "1" min-exponent-digits="2"/></style>`,
		`General`:  `<style "N"><number whole "1"/></style>`,
		`+0;-0;0`: `<style "NP0"><text>+</text><number places "0" least "0" whole "1"/></style>` +
			`<style "NP1"><text>-</text><number places "0" least "0" whole "1"/></style>` +
			`<style "N"><number places "0" least "0" whole "1"/><style:map style:condition="value()&gt;0" "NP0"/>` +
			`<style:map style:condition="value()&lt;0" "NP1"/></style>`,
		`[<-1.5]"low";General`: `<style "NP0"><text>low</text></style><style "N"><number whole "1"/>` +
			`<style:map style:condition="value()&lt;-1.5" "NP0"/></style>`,
		`d mmm yyyy`: `<dates "N"><day/><text> </text><month textual="true"/><text> </text><year long/></dates>`,
		`dddd hh:mm AM/PM`: `<dates "N"><day-of-week long/><text> </text><hours long/><text>:</text><minutes long/>` +
			`<text> </text><am-pm/></dates>`,
		`[h]:mm:ss.000`: `<time-style style:name="N" truncate-on-overflow="false"><hours/><text>:</text>` +
			`<minutes long/><text>:</text><seconds long places "3"/></time-style>`,
	} {
		f, err := Parse(code)
		if err != nil {
			t.Fatal(err)
		}
		if got := short.Replace(f.OpenDocument("N")); got != want {
			t.Errorf("%s:\n%s, want\n%s", code, got, want)
		}
	}
}
