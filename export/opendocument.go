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
	"cardinal/internal/wording"
)

// odsBook is a spreadsheet of OpenDocument that is being written. In the file, the styles come before the sheets. So
// the sheets are kept in a temporary file until all styles are known.
type odsBook struct {
	sheets *localfile.Scratch
	styles strings.Builder
	ids    map[cellStyle]string // the names of the styles
	views  strings.Builder      // the frozen headers of each sheet
}

// openDocument writes a spreadsheet of OpenDocument with the figures, and a sheet that says what is counted.
func openDocument(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	name := p.Grid.Tab().Words().L(pivotSheet)
	return openDocuments(ctx, w, Book{{name, func(context.Context) (Pivot, error) { return p, nil }}})
}

// openDocuments writes a spreadsheet of several pivots. One sheet has the facts about all pivots, each under the name
// of its pivot.
func openDocuments(ctx context.Context, w io.Writer, all Book) (report Report, err error) {
	err = writeOpen(w, func(b *odsBook) error {
		var taken takenNames
		var about wordRows
		var sections []section
		var words *wording.Words
		for _, n := range all {
			name := taken.take(n.Name, "")
			p, err := n.Answer(ctx)
			if err != nil {
				return &unanswered{name, err}
			}
			words = p.Grid.Tab().Words()
			p.Grid = p.Grid.Tabular().InFile(words)
			if err := checkSize(p.Grid); err != nil {
				return err
			}
			s := section{sheet: name, title: pivotTitle(p.Grid), profile: p.Profile}
			if s.losses, err = b.add(ctx, name, p.Grid); err != nil {
				return err
			}
			if sections = append(sections, s); len(all) > 1 {
				about.rows = append(about.rows, nil, []any{name, s.title})
			}
			about.rows = append(about.rows, factRows(pivotFacts(p, s.losses))...)
		}
		if report.Losses = sections[0].losses; len(all) > 1 {
			report.Losses = mergeLosses(words, sections)
		}
		about.rows = append([][]any{{titleOf(words, sections)}}, about.rows...)
		_, err := b.add(ctx, taken.take(words.L(aboutSheet), ""), about)
		return err
	})
	return report, err
}

// openRows writes a spreadsheet with one sheet: the names of a table's columns, and rows of the table below them.
func openRows(ctx context.Context, w io.Writer, l pivot.Listing) (report Report, err error) {
	if err := checkRows(l); err != nil {
		return Report{}, err
	}
	err = writeOpen(w, func(b *odsBook) (err error) {
		report.Losses, err = b.add(ctx, rowsSheet, l)
		return err
	})
	return report, err
}

// id returns the name of a style of cells.
func (b *odsBook) id(k cellStyle) string {
	if id, ok := b.ids[k]; ok {
		return id
	}
	id, format := fmt.Sprintf("ce%d", len(b.ids)+1), ""
	b.ids[k] = id
	if f, err := numfmt.Parse(k.format); err == nil {
		b.styles.WriteString(f.OpenDocument("N" + id))
		format = ` style:data-style-name="N` + id + `"`
	}
	when := func(is bool, attributes string) string {
		if is {
			return attributes
		}
		return ""
	}
	b.styles.WriteString(`<style:style style:name="` + id + `" style:family="table-cell"` + format +
		`><style:table-cell-properties` + when(k.left || k.right || k.center, ` style:text-align-source="fix"`) +
		when(k.header, ` fo:background-color="#F4DDE1" fo:border-bottom="0.5pt solid #B0B0B0"`) +
		when(k.line, ` fo:border-top="0.5pt solid #808080"`) + when(k.wrap, ` fo:wrap-option="wrap"`) +
		when(k.top, ` style:vertical-align="top"`) + `/><style:paragraph-properties` +
		when(k.left, ` fo:text-align="start"`) + when(k.right, ` fo:text-align="end"`) +
		when(k.center, ` fo:text-align="center"`) + `/><style:text-properties` +
		when(k.header || k.total, ` fo:font-weight="bold"`) + `/></style:style>`)
	return id
}

const (
	openKind  = "application/vnd.oasis.opendocument.spreadsheet"
	openSpace = "urn:oasis:names:tc:opendocument:xmlns:"
)

// openRoot returns the start of a part of OpenDocument.
func openRoot(part string) string {
	text := xml.Header + "<office:document-" + part + ` office:version="1.3" xmlns:fo="` + openSpace +
		`xsl-fo-compatible:1.0" xmlns:number="` + openSpace + `datastyle:1.0"`
	for _, prefix := range []string{"office", "style", "text", "table", "meta", "config"} {
		text += " xmlns:" + prefix + `="` + openSpace + prefix + `:1.0"`
	}
	return text + ">"
}

// writeOpen writes a spreadsheet. It calls add to add the sheets.
func writeOpen(w io.Writer, add func(*odsBook) error) error {
	file, err := localfile.NewScratch()
	if err != nil {
		return err
	}
	defer file.Close()
	b := &odsBook{sheets: file, ids: map[cellStyle]string{}}
	if err := add(b); err != nil {
		return err
	}
	z := zip.NewWriter(w)
	out, err := z.CreateRaw(&zip.FileHeader{Name: "mimetype", CRC32: crc32.ChecksumIEEE([]byte(openKind)),
		CompressedSize64: uint64(len(openKind)), UncompressedSize64: uint64(len(openKind))})
	if err != nil {
		return err
	}
	// the first file of the archive is not compressed, so that readers find the kind at a fixed place
	if _, err = io.WriteString(out, openKind); err != nil {
		return err
	}
	manifest := xml.Header + `<manifest:manifest xmlns:manifest="` + openSpace +
		`manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="` +
		openKind + `"/>`
	for _, part := range []string{"content", "meta", "settings"} {
		manifest += `<manifest:file-entry manifest:full-path="` + part + `.xml" manifest:media-type="text/xml"/>`
	}
	for _, part := range []struct{ name, text string }{
		{"META-INF/manifest.xml", manifest + "</manifest:manifest>"},
		{"meta.xml", openRoot("meta") + "<office:meta><meta:generator>Cardinal</meta:generator></office:meta>" +
			"</office:document-meta>"},
		{"settings.xml", openRoot("settings") + `<office:settings>` +
			`<config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed ` +
			`config:name="Views"><config:config-item-map-entry><config:config-item-map-named config:name="Tables">` +
			b.views.String() + `</config:config-item-map-named></config:config-item-map-entry>` +
			`</config:config-item-map-indexed></config:config-item-set></office:settings></office:document-settings>`},
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
	if _, err = io.WriteString(out, "</office:spreadsheet></office:body></office:document-content>"); err != nil {
		return err
	}
	return z.Close()
}
