package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aead.dev/minisign"

	"cardinal/export"
)

// keyVariable names the variable of the environment with the password of the key that signs.
const keyVariable = "CARDINAL_KEY_PASSWORD"

// signatureExtension ends the name of the file with the signature of another, as minisign names it.
const signatureExtension = ".minisig"

// readKey reads the key that will sign the written file, and asks for the key's password, before any long work begins.
func (o *output) readKey(ctx context.Context, s Streams) error {
	switch {
	case o.sign == "":
		return nil
	case o.out == "":
		return usagef("--sign: the signature is written beside a file: name the file with --out FILE")
	}
	text, err := os.ReadFile(o.sign)
	if err != nil {
		return usagef("--sign: there is no file %s that can be read", o.sign)
	}
	o.key = &minisign.PrivateKey{}
	if !minisign.IsEncrypted(text) {
		err = o.key.UnmarshalText(text)
	} else {
		password, known := os.LookupEnv(keyVariable)
		if !known {
			if password, known, err = askPassword(ctx, s, "Password of the key: "); err != nil {
				return err
			}
		}
		if !known {
			return usagef("--sign: %s has a password: give it in the variable %s", o.sign, keyVariable)
		}
		*o.key, err = minisign.DecryptKey(password, text)
	}
	if err != nil {
		return usagef("--sign: %s is no secret key of minisign, or its password is another", o.sign)
	}
	return nil
}

// signed writes the signature of the output file into a file beside it, if err is nil.
func (o *output) signed(ctx context.Context, err error) error {
	if err != nil || o.key == nil {
		return err
	}
	f, err := os.Open(o.out)
	if err == nil {
		defer f.Close()
		r := minisign.NewReader(f) // signs a hash of the file, as minisign does
		if _, err = io.Copy(io.Discard, r); err == nil {
			trusted := fmt.Sprintf("timestamp:%d\tfile:%s\thashed", time.Now().Unix(), filepath.Base(o.out))
			err = export.File(ctx, o.out+signatureExtension, r.SignWithComments(*o.key, trusted,
				"signature from Cardinal"))
		}
	}
	if err != nil {
		return fmt.Errorf("cannot sign %s: %w", o.out, err)
	}
	return nil
}

// checkSignature checks the signature beside the workbook with a public key: a file, or the text of a key.
func (v *verdict) checkSignature(by string) error {
	text, err := os.ReadFile(by)
	if err != nil {
		text = []byte(by)
	}
	var key minisign.PublicKey
	if key.UnmarshalText(text) != nil {
		return usagef("--signed-by: %s is neither a file with a public key of minisign nor such a key", by)
	}
	beside := v.Workbook + signatureExtension
	signature, err := os.ReadFile(beside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.Unsigned = "It is not signed: there is no file " + filepath.Base(beside) + " beside it."
		return nil
	case err != nil:
		return fmt.Errorf("cannot verify %s: %w", v.Workbook, err)
	}
	content, err := os.ReadFile(v.Workbook)
	var s minisign.Signature
	switch {
	case err != nil:
		return fmt.Errorf("cannot verify %s: %w", v.Workbook, err)
	case s.UnmarshalText(signature) != nil || !minisign.Verify(key, content, signature):
		v.Unsigned = "The signature " + filepath.Base(beside) + " is not one of this file by the key " +
			fmt.Sprintf("%X", key.ID()) + "."
	default:
		v.Signed = fmt.Sprintf("Signed by the key %X: %q.", key.ID(), s.TrustedComment)
	}
	return nil
}
