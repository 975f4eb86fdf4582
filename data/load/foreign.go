package load

import (
	"bytes"
	"fmt"
	"regexp"

	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
)

// foreignKind is a kind of file that Cardinal does not read. Its first bytes identify it.
type foreignKind struct {
	begins func() *regexp.Regexp
	name   string // in errors, such as "a PDF document"
	advice string
}

const (
	asCSV    = "save what you need of it as .csv or .parquet"
	asXLSX   = "open it in a spreadsheet program and save it as .xlsx"
	unpacked = "unpack it and open the table inside"
)

// foreignTexts has kinds of text files that are no tables.
var foreignTexts = []foreignKind{
	newForeignKind(`%PDF-`, "a PDF document",
		"copy the table into a spreadsheet, or ask for the numbers as .xlsx or .csv"),
	newForeignKind(`\{\\rtf`, "a document in rich text", "copy the table into a spreadsheet"),
	newForeignKind(`MIME-Version:`, "a web archive (.mht)", asXLSX),
	newForeignKind(`ID;P[^\n]*\n(P;P|O;|B;|F;|C;[XYK])`, "a SYLK sheet (.slk)", asXLSX),
	newForeignKind(`TABLE\r?\n0,1\r?\n"`, "a sheet in the Data Interchange Format (.dif)", asXLSX),
	newForeignKind(`(?i)@relation[ \t]`, "an ARFF data set", asCSV),
}

// foreignFiles has other kinds of files that people try to open. A text may begin with the same word as some of them,
// so they are only looked for in files that are no text.
var foreignFiles = []foreignKind{
	newForeignKind(`\x00\x01\x00\x00Standard (Jet|ACE) DB`, "an Access database", asCSV),
	newForeignKind(`[\x03\x30-\x32\x83\x8b\xf5].[\x01-\x0c][\x01-\x1f]....[\x01-\xff].[\x01-\xff].\x00\x00`,
		"a dBase table (.dbf)", asXLSX),
	newForeignKind(`\x00\x00(\x02\x00[\x04-\x06]\x04|\x1a\x00[\x00-\x05]\x10)`, "a Lotus 1-2-3 worksheet", asXLSX),
	newForeignKind(`ORC`, "an ORC file", asCSV),
	newForeignKind(`Obj\x01`, "an Avro file", asCSV),
	newForeignKind(`\x89HDF\r\n`, "an HDF5 file", asCSV),
	newForeignKind(`<stata_dta>|[\x6c-\x73][\x01\x02]\x01\x00`, "a Stata data set", asCSV),
	newForeignKind(`\$FL[23]`, "an SPSS data set", asCSV),
	newForeignKind(`\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf`, "a SAS data set", asCSV),
	newForeignKind(`RD[AX][2-5]\n`, "an R data set", asCSV),
	newForeignKind(`\x93NUMPY`, "a NumPy array", asCSV),
	newForeignKind(`7z\xbc\xaf\x27\x1c`, "a 7z archive", unpacked),
	newForeignKind(`Rar!\x1a\x07`, "a RAR archive", unpacked),
	newForeignKind(`\xfd7zXZ\x00`, "a file compressed by xz", unpacked),
	newForeignKind(`(?s).{257}ustar`, "a tar archive", unpacked),
	newForeignKind(`\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP`, "a picture", "type or copy its table into a "+
		"spreadsheet"),
}

// foreignHead is the number of first bytes that identify a kind.
const foreignHead = 1 << 10

func newForeignKind(pattern, name, advice string) foreignKind {
	return foreignKind{lazyregexp.New(`(?s)\A(?:` + pattern + `)`), name, advice}
}

// foreignError returns an error that names the kind of a file, or nil if the file is of none of the kinds.
func foreignError(head []byte, kinds []foreignKind) error {
	// the pattern matches one character for each byte
	one := latin1(bytes.TrimPrefix(head[:min(len(head), foreignHead)], []byte("\xEF\xBB\xBF")))
	for _, k := range kinds {
		if k.begins().Match(one) {
			return fmt.Errorf("it is %s, which Cardinal does not read: %s", k.name, k.advice)
		}
	}
	return nil
}

// latin1 converts bytes from Latin-1 to UTF-8.
func latin1(b []byte) []byte {
	out := each.Of(b, func(c byte) rune { return rune(c) })
	return []byte(string(out))
}
