package encrypted

import (
	"bytes"
	"context"
	"crypto/aes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func written(t testing.TB, password string, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(context.Background(), &out, password, of(content)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// of writes a workbook in pieces of several lengths.
func of(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for n := 1; len(content) > 0; n = n*3 + 1 {
			n = min(n, len(content))
			if _, err := w.Write(content[:n]); err != nil {
				return err
			}
			content = content[n:]
		}
		return nil
	}
}

func noise(n int) []byte {
	rnd, b := rand.New(rand.NewPCG(1, 2)), make([]byte, n)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return b
}

// TestWriteAndOpen tries sizes at the ends of blocks, segments and sectors, and a size whose FAT needs more sectors
// than the header lists.
func TestWriteAndOpen(t *testing.T) {
	for _, size := range []int{0, 1, 15, 16, 17, 4087, 4088, 4095, 4096, 4097, 100_000, 7_100_000, 20_000_000} {
		content := noise(size)
		b := written(t, foreign, content)
		if len(b)%sector != 0 {
			t.Errorf("%d bytes: the file has %d bytes", size, len(b))
		}
		got, err := decrypted(b, foreign)
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func TestAlgorithms(t *testing.T) {
	content := noise(10_000)
	for hash, length := range map[string]int{"SHA1": 20, "SHA256": 32, "SHA384": 48, "SHA512": 64} {
		for _, bits := range []int{128, 192, 256} {
			how := algorithms{SaltSize: 16, BlockSize: aes.BlockSize, KeyBits: bits, HashSize: length, Cipher: "AES",
				Chaining: "ChainingModeCBC", Hash: hash}
			var out bytes.Buffer
			if err := write(context.Background(), &out, word, of(content), how, 1000); err != nil {
				t.Fatal(err)
			}
			got, err := decrypted(out.Bytes(), word)
			if err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s, %d bits: %v", hash, bits, err)
			}
		}
	}
}

func TestPasswordsThatExcelTakes(t *testing.T) {
	for password, want := range map[string]string{"": "empty", long: "", long + "x": "256",
		strings.Repeat("🔑", 128): "256", foreign: "", " ": ""} {
		err := CheckPassword(password)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", password, err)
		}
	}
}

// TestAltered changes each part of an encrypted workbook: every change is an error, since the checksum is of all bytes.
func TestAltered(t *testing.T) {
	content := noise(30_000)
	b := written(t, word, content)
	for at := sector; at < sector+30_000; at += 997 {
		changed := bytes.Clone(b)
		changed[at] ^= 1
		if _, err := decrypted(changed, word); !errors.Is(err, errAltered) && !errors.Is(err, errDamaged) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	for size := range len(b) {
		if size%613 > 0 && size > 600 {
			continue
		}
		got, err := decrypted(b[:size], word)
		if err == nil && got != nil && !bytes.Equal(got, content) {
			t.Errorf("cut to %d bytes: no error", size)
		}
	}
}

// TestExcel uses the values of a workbook that Excel encrypted, from the documentation of msoffcrypto-tool (MIT
// licence).
func TestExcel(t *testing.T) {
	k := passwordKey{Spins: excelSpins, algorithms: excel,
		VerifierInput: []byte("9\xee\xa5N&\xe5\x14y\x8c(K\xc7qM8\xac"),
		VerifierHash: []byte("\x147mm\x81s4\xe6\xb0\xffO\xd8\"\x1a|g\x8e]\x8axN\x8f\x99\x9fL\x18\x890\xc3jK)\xc5\xb33`" +
			"[\\\xd4\x03\xb0P\x03\xad\xcf\x18\xcc\xa8\xcb\xab\x8d\xeb\xe3s\xc6V\x04\xa0\xbe\xcf\xae\\\n\xd0"),
		Value: make([]byte, 32)}
	k.Salt = []byte("\xcb\xca\x1c\x99\x93C\xfb\xad\x92\x07V4\x15\x004\xb0")
	a := agile{Data: excel, by: &k}
	if _, err := a.key(context.Background(), "Password1234_"); err != nil {
		t.Error(err)
	}
	if _, err := a.key(context.Background(), "Password1234"); !errors.Is(err, errWrong) {
		t.Error(err)
	}
	k = passwordKey{Spins: excelSpins, algorithms: excel,
		Value: []byte(
			"\xa1l\xd5\x16Zz\xb9\xd2q\x11>\xd3\x86\xa7\x8c\xf4\x96\x92\xe8\xe5'\xb0\xc5\xfc\x00U\xed\x08\x0b|\xb9K",
		)}
	k.Salt = []byte("Lr]E\xdca\x0f\x93\x94\x12\xa0M\xa7\x91\x04f")
	spun, err := k.spinPassword(context.Background(), "Password1234_")
	if err != nil {
		t.Fatal(err)
	}
	if err := k.decrypt(k.derive(spun, blockKey), k.Salt, k.Value); err != nil {
		t.Fatal(err)
	}
	if want := "@ f\t\xd9\xfa\xad\xf2K\x07j\xeb\xf2\xc45\xb7B\x92\xc8\xb8\xa7\xaa\x81\xbcg\x9b\xe8\x97\x11\xb0*\xc2"; string(k.Value) != want {
		t.Errorf("the key is %q", k.Value)
	}
}

// TestCancelled ends a derivation that would take seconds.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Write(ctx, &bytes.Buffer{}, word, of(nil)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func BenchmarkOpen(b *testing.B) {
	content := written(b, word, noise(100<<20))
	for b.Loop() {
		if _, err := decrypted(content, word); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	content := noise(100 << 20)
	for b.Loop() {
		written(b, word, content)
	}
}
