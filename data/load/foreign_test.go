package load

import (
	"strings"
	"testing"
)

// TestForeignFiles checks that files of other programs are named in one sentence, and that no text is mistaken for
// such a file.
func TestForeignFiles(t *testing.T) {
	rest := strings.Repeat("\x00", 600)
	for begin, want := range map[string]string{
		"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n":                       "a PDF document",
		`{\rtf1\ansi x, y}`:                                       "a document in rich text",
		"MIME-Version: 1.0\nX: y\n":                               "a web archive",
		"ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K\"a\"\r\nE\r\n":    "a SYLK sheet",
		"TABLE\r\n0,1\r\n\"EXCEL\"\r\n":                           "a sheet in the Data Interchange Format",
		"@relation x\n@attribute a numeric\n@data\n1\n":           "an ARFF data set",
		"\x00\x01\x00\x00Standard ACE DB\x00" + rest:              "an Access database",
		"\x03\x7c\x01\x01\x02\x00\x00\x00\x41\x00\x0c\x00" + rest: "a dBase table",
		"\x00\x00\x02\x00\x06\x04\x06\x00" + rest:                 "a Lotus 1-2-3 worksheet",
		"ORC" + rest:                 "an ORC file",
		"Obj\x01" + rest:             "an Avro file",
		"\x89HDF\r\n\x1a\n" + rest:   "an HDF5 file",
		"<stata_dta><header>" + rest: "a Stata data set",
		"$FL2@(#) SPSS" + rest:       "an SPSS data set",
		strings.Repeat("\x00", 12) + "\xc2\xea\x81\x60\xb3\x14\x11\xcf" + rest: "a SAS data set",
		"\x93NUMPY\x01\x00" + rest:                             "a NumPy array",
		"7z\xbc\xaf\x27\x1c" + rest:                            "a 7z archive",
		"Rar!\x1a\x07" + rest:                                  "a RAR archive",
		"\xfd7zXZ\x00" + rest:                                  "a file compressed by xz",
		"x.csv" + strings.Repeat("\x00", 252) + "ustar" + rest: "a tar archive",
		"\x89PNG\r\n\x1a\n" + rest:                             "a picture",
		"ORCID,name\n1,x\n":                                    "",
		"ID;PRICE\n1;2\n":                                      "",
		"TABLE,0\n1,2\n":                                       "",
		"MZ,a\n1,2\n":                                          "",
	} {
		_, err := Bytes(t.Context(), "a.x", []byte(begin), Options{})
		switch {
		case want == "" && err != nil:
			t.Errorf("%.20q: %v", begin, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), "it is "+want)):
			t.Errorf("%.20q: %v, not %s", begin, err, want)
		}
	}
}
