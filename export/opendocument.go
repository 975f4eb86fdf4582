package export

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"cardinal/engine/figure/numfmt"
	"cardinal/engine/pivot"
	"cardinal/internal/localfile"
)

// openBook is a spreadsheet of OpenDocument that is being made. Its styles stand before its sheets, so that the
// sheets wait in a temporary file until all styles are known.
type openBook struct {
	sheets  *localfile.Scratch
	styles  strings.Builder
	ids     map[cellStyle]string
	formats map[string]string  // names of number formats by their codes
	widths  map[float64]string // styles of columns
	ranges  strings.Builder    // with buttons of filters
	views   strings.Builder    // the frozen headers of each sheet
	title   string
	report  Report
}

func newOpenBook(title string) (*openBook, error) {
	file, err := localfile.NewScratch()
	if err != nil {
		return nil, err
	}
	return &openBook{sheets: file, ids: map[cellStyle]string{}, formats: map[string]string{},
		widths: map[float64]string{}, title: title}, nil
}

// openDocument writes a spreadsheet of OpenDocument: the figures, a sheet that says what is counted, and the profile.
func openDocument(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	return openDocuments(ctx, w, Book{{pivotSheet, func(context.Context) (Pivot, error) { return p, nil }}})
}

// openDocuments writes a spreadsheet of several pivots. The facts about each stand below its name on one sheet.
func openDocuments(ctx context.Context, w io.Writer, all Book) (Report, error) {
	b, err := newOpenBook("")
	if err != nil {
		return Report{}, err
	}
	defer b.sheets.Close()
	var taken takenNames
	var sections []section
	for _, n := range all {
		p, err := n.Answer(ctx)
		s := section{sheet: taken.take(n.Name, "")}
		if err != nil {
			return Report{}, &unanswered{s.sheet, err}
		}
		p.Grid = p.Grid.Tabular()
		if err := checkSize(p.Grid); err != nil {
			return Report{}, err
		}
		s.title, s.profile = p.Grid.Tab().Query.Title(), p.Profile
		if s.losses, err = b.add(ctx, s.sheet, p.Grid); err != nil {
			return Report{}, err
		}
		s.facts = pivotFacts(p, s.losses)
		sections = append(sections, s)
	}
	b.title, b.report.Losses = titleOf(sections), sections[0].losses
	about := wordRows{{b.title}}
	for _, s := range sections {
		if len(sections) > 1 {
			about = append(about, nil, []any{s.sheet, s.title})
		}
		about = append(about, factRows(s.facts)...)
	}
	if len(sections) > 1 {
		b.report.Losses = mergeLosses(sections)
	}
	if _, err := b.add(ctx, taken.take(aboutSheet, ""), about); err != nil {
		return Report{}, err
	}
	var profile wordRows
	for _, s := range sections {
		if s.profile != nil {
			profile = append(profile, nil, []any{s.sheet})
			for _, line := range profileSentences(s.profile) {
				profile = append(profile, []any{nil, line})
			}
		}
	}
	if profile != nil {
		profile[0] = []any{"How the figures were computed"}
		if _, err := b.add(ctx, taken.take(profileSheet, ""), profile); err != nil {
			return Report{}, err
		}
	}
	return b.report, b.write(w)
}

// openRows writes a spreadsheet of one sheet, with rows of a table below the names of its columns.
func openRows(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	if err := checkRows(l); err != nil {
		return Report{}, err
	}
	b, err := newOpenBook("Rows of " + l.Table.Name)
	if err != nil {
		return Report{}, err
	}
	defer b.sheets.Close()
	if b.report.Losses, err = b.add(ctx, rowsSheet, l); err != nil {
		return Report{}, err
	}
	return b.report, b.write(w)
}

// id returns the name of a style of cells. A number format that numfmt does not read is left out.
func (b *openBook) id(k cellStyle) string {
	if id, ok := b.ids[k]; ok {
		return id
	}
	id := fmt.Sprintf("ce%d", len(b.ids)+1)
	b.ids[k] = id
	format, ok := b.formats[k.format]
	if f, err := numfmt.Parse(k.format); !ok && err == nil {
		format = fmt.Sprintf("N%d", len(b.formats)+1)
		b.formats[k.format] = format
		b.styles.WriteString(f.OpenDocument(format))
	}
	set := func(element string, pairs ...string) {
		text := ""
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i+1] != "" {
				text += " " + pairs[i] + `="` + pairs[i+1] + `"`
			}
		}
		if text != "" {
			b.styles.WriteString("<style:" + element + text + "/>")
		}
	}
	when := func(is bool, value string) string {
		if is {
			return value
		}
		return ""
	}
	fmt.Fprintf(&b.styles, `<style:style style:name="%s" style:family="table-cell"`, id)
	if format != "" {
		fmt.Fprintf(&b.styles, ` style:data-style-name="%s"`, format)
	}
	b.styles.WriteString(">")
	set("table-cell-properties", "fo:background-color", when(k.header, "#F4DDE1"),
		"fo:border-bottom", when(k.header, "0.5pt solid #B0B0B0"), "fo:border-top", when(k.line, "0.5pt solid #808080"),
		"fo:wrap-option", when(k.wrap, "wrap"), "style:vertical-align", when(k.top, "top"),
		"style:text-align-source", when(k.left || k.right || k.center, "fix"))
	set("paragraph-properties", "fo:text-align", when(k.left, "start")+when(k.right, "end")+when(k.center, "center"))
	set("text-properties", "fo:font-weight", when(k.header || k.total || k.title, "bold"),
		"fo:font-size", when(k.title, "14pt"))
	b.styles.WriteString("</style:style>")
	return id
}

// column returns the name of the style of columns with a width in characters.
func (b *openBook) column(width float64) string {
	id, ok := b.widths[width]
	if !ok {
		id = fmt.Sprintf("co%d", len(b.widths)+1)
		b.widths[width] = id
		fmt.Fprintf(&b.styles, `<style:style style:name="%s" style:family="table-column">`+
			`<style:table-column-properties style:column-width="%.2fcm"/></style:style>`, id, width*0.2+0.2)
	}
	return id
}

const (
	openKind  = "application/vnd.oasis.opendocument.spreadsheet"
	openSpace = "urn:oasis:names:tc:opendocument:xmlns:"
)

// openRoot returns the start of a part of OpenDocument.
func openRoot(part string) string {
	text := xml.Header + "<office:document-" + part + ` office:version="1.3" xmlns:fo="` + openSpace +
		`xsl-fo-compatible:1.0" xmlns:number="` + openSpace +
		`datastyle:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"`
	for _, prefix := range []string{"office", "style", "text", "table", "meta", "config"} {
		text += " xmlns:" + prefix + `="` + openSpace + prefix + `:1.0"`
	}
	return text + ">"
}

// write writes the parts of the spreadsheet. Readers find its kind at a fixed place, so that it is stored first.
func (b *openBook) write(w io.Writer) error {
	z := zip.NewWriter(w)
	kind := &zip.FileHeader{Name: "mimetype", Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(openKind)),
		CompressedSize64: uint64(len(openKind)), UncompressedSize64: uint64(len(openKind))}
	out, err := z.CreateRaw(kind)
	if err != nil {
		return err
	}
	if _, err = io.WriteString(out, openKind); err != nil {
		return err
	}
	manifest := xml.Header + `<manifest:manifest xmlns:manifest="` + openSpace +
		`manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="` +
		openKind + `"/>`
	for _, part := range []string{"content", "meta", "settings"} {
		manifest += `<manifest:file-entry manifest:full-path="` + part + `.xml" manifest:media-type="text/xml"/>`
	}
	set := func(name, kind, value string) string {
		kind = "config:config-item" + kind
		return "<" + kind + ` config:name="` + name + `">` + value + "</" + kind + ">"
	}
	view := `<config:config-item-map-entry><config:config-item config:name="ViewId" config:type="string">view1` +
		`</config:config-item>` + set("Tables", "-map-named", b.views.String()) + `</config:config-item-map-entry>`
	title, _ := appendXML(nil, b.title)
	for _, part := range []struct{ name, text string }{
		{"META-INF/manifest.xml", manifest + "</manifest:manifest>"},
		{"meta.xml", openRoot("meta") + "<office:meta><meta:generator>Cardinal</meta:generator><dc:title>" +
			string(title) + "</dc:title></office:meta></office:document-meta>"},
		{"settings.xml", openRoot("settings") + "<office:settings>" + set("ooo:view-settings", "-set",
			set("Views", "-map-indexed", view)) + "</office:settings></office:document-settings>"},
		{"content.xml", openRoot("content") + "<office:automatic-styles>" + b.styles.String() +
			"</office:automatic-styles><office:body><office:spreadsheet>"},
	} {
		if out, err = z.Create(part.name); err != nil {
			return err
		}
		if _, err = io.WriteString(out, part.text); err != nil {
			return err
		}
	}
	if _, err = b.sheets.WriteTo(out); err != nil {
		return err
	}
	filters := b.ranges.String()
	if filters != "" {
		filters = "<table:database-ranges>" + filters + "</table:database-ranges>"
	}
	filters += "</office:spreadsheet></office:body></office:document-content>"
	if _, err = io.WriteString(out, filters); err != nil {
		return err
	}
	return z.Close()
}
