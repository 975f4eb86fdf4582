package cli

import (
	"crypto/rand"
	"os"
	"os/exec"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// TestSign signs a workbook, checks the signature here and by minisign itself, and finds what was changed.
func TestSign(t *testing.T) {
	t.Chdir(t.TempDir())
	writeVerified(t)
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := private.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, text []byte) {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("s.key", secret)
	put("p.key", []byte("untrusted comment: a key\n"+public.String()+"\n"))
	out := runOnce(words("pivot t.csv --rows region --values sum(amount) --out r.xlsx --sign s.key"))
	if strings.Contains(out, "exit") {
		t.Fatal(out)
	}
	holds := func(args, want string) {
		t.Helper()
		if out := runOnce(words(args)); !strings.Contains(out, want) {
			t.Errorf("%s prints %s, without %q", args, out, want)
		}
	}
	holds("verify r.xlsx --signed-by p.key", `file:r.xlsx\thashed"`)
	holds("verify r.xlsx --signed-by "+public.String(), "Nothing differs")
	holds("verify r.xlsx --signed-by "+other.String(), "is not one of this file by the key")
	holds("verify r.xlsx --signed-by t.csv", "is neither a file with a public key of minisign nor such a key")
	if program, err := exec.LookPath("minisign"); err == nil {
		if out, err := exec.Command(program, "-Vm", "r.xlsx", "-p", "p.key").CombinedOutput(); err != nil {
			t.Errorf("minisign: %v, %s", err, out)
		}
		for _, args := range [][]string{{"-GWf", "-p", "m.pub", "-s", "m.key"}, {"-Sm", "r.xlsx", "-s", "m.key", "-x",
			"r.xlsx.minisig"}} {
			if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
				t.Errorf("minisign: %v, %s", err, out)
			}
		}
		holds("verify r.xlsx --signed-by m.pub", "Signed by the key")
		holds("pivot t.csv --out r.csv --sign m.key", "")
		if out, err := exec.Command(program, "-Vm", "r.csv", "-p", "m.pub").CombinedOutput(); err != nil {
			t.Errorf("minisign: %v, %s", err, out)
		}
	}
	signature, err := os.ReadFile("r.xlsx.minisig")
	if err != nil {
		t.Fatal(err)
	}
	put("r.xlsx.minisig", []byte(strings.Replace(string(signature), "file:r", "file:s", 1)))
	holds("verify r.xlsx --signed-by p.key", "is not one of this file")
	put("r.xlsx.minisig", []byte("no signature"))
	holds("verify r.xlsx --signed-by p.key", "is not one of this file")
	if err := os.Remove("r.xlsx.minisig"); err != nil {
		t.Fatal(err)
	}
	holds("verify r.xlsx --signed-by p.key", "It is not signed: there is no file r.xlsx.minisig beside it.")
	holds("verify r.xlsx --signed-by p.key --json", `"differs": true`)
	holds("pivot t.csv --sign s.key", "name the file with --out FILE")
	holds("pivot t.csv --out r.xlsx --sign none.key", "there is no file none.key that can be read")
	holds("pivot t.csv --out r.xlsx --sign t.csv", "is no secret key of minisign")
	if testing.Short() {
		return
	}
	locked, err := minisign.EncryptKey("a word", private)
	if err != nil {
		t.Fatal(err)
	}
	put("l.key", locked)
	holds("pivot t.csv --out l.xlsx --sign l.key", "give it in the variable CARDINAL_KEY_PASSWORD")
	t.Setenv(keyVariable, "a word")
	holds("pivot t.csv --out l.xlsx --sign l.key", "")
	holds("verify l.xlsx --signed-by p.key", "Signed by the key")
}
