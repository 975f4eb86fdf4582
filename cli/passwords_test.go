package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/remote/dial"
)

// TestPasswordOfTheEnvironment gives passwords in variables, of a file that is read and of one that is written.
func TestPasswordOfTheEnvironment(t *testing.T) {
	locked := filepath.Join("..", "data", "format", "workbook", "encrypted", "testdata", "standard.xlsx")
	out := filepath.Join(t.TempDir(), "out.xlsx")
	t.Setenv(dial.Variable, "secret")
	t.Setenv(outVariable, "päß 🔑")
	if printed := runOnce([]string{"pivot", locked, "--rows", "region", "--out", out, "--encrypt"}); printed != "" {
		t.Error(printed)
	}
	if printed := runOnce([]string{"inspect", out}); !strings.Contains(printed, "the password is wrong") ||
		!strings.Contains(printed, "exit 1") {
		t.Error(printed)
	}
	t.Setenv(dial.Variable, "päß 🔑")
	if printed := runOnce([]string{"inspect", out}); !strings.Contains(printed, `sheet "Pivot"`) {
		t.Error(printed)
	}
	for _, wrong := range []string{"", strings.Repeat("x", 256)} {
		t.Setenv(outVariable, wrong)
		if printed := runOnce([]string{"pivot", locked, "--rows", "region", "--out", out,
			"--encrypt"}); !strings.Contains(printed, "exit 2") {
			t.Error(printed)
		}
	}
}

// TestPasswordsOfAFile reads files as programs of Windows write them, and files that hold something else.
func TestPasswordsOfAFile(t *testing.T) {
	for text, want := range map[string]string{
		"one":                               "[one] <nil>",
		"\xEF\xBB\xBFone\r\ntwo words \r\n": "[one two words ] <nil>",
		"":                                  "is empty",
		"\n":                                "[] <nil>",
		strings.Repeat("x\n", encrypted.MaxKnown):   "more lines",
		strings.Repeat("x", maxPasswordFile+1):      "more lines",
		strings.Repeat("y\n", encrypted.MaxKnown-1): "[y y y y y y y] <nil>",
	} {
		path := filepath.Join(t.TempDir(), "p")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		lines, err := linesOf("password-file", path)
		if got := fmt.Sprint(lines, err); !strings.Contains(got, want) {
			t.Errorf("%.20q: %.100s", text, got)
		}
	}
	if _, err := linesOf("password-file", t.TempDir()); err == nil {
		t.Error("a folder is no file of passwords")
	}
}

// TestNobodyIsAsked asks for a password on a standard input that is no terminal.
func TestNobodyIsAsked(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var said bytes.Buffer
	if _, asked, err := askPassword(context.Background(), Streams{Err: &said, In: null}, "?"); asked || err != nil ||
		said.Len() > 0 {
		t.Error(asked, err, said.String())
	}
}
