package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"cardinal/data"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/remote/dial"
	"cardinal/export"
)

// maxPasswordFile is the length in bytes of the longest file of passwords.
const maxPasswordFile = 64 << 10

const passwordFileUsage = "`FILE` with the password of an encrypted workbook, or with several, a line each; else " +
	"that of the variable " +
	dial.Variable + ", or the one that is typed on the terminal"

// passwordsOf returns the passwords of a file and the password of the environment. The passwords of the file are
// tried first. file is "" if no file is given.
func passwordsOf(file string) (*encrypted.Passwords, error) {
	var given []string
	if file != "" {
		lines, err := linesOf("password-file", file)
		if err != nil {
			return nil, err
		}
		given = lines
	}
	if p, set := os.LookupEnv(dial.Variable); set {
		given = append(given, p)
	}
	passwords := &encrypted.Passwords{}
	for _, p := range slices.Backward(given) { // the last one that is added is tried first
		passwords.Add(p)
	}
	return passwords, nil
}

// linesOf reads the passwords of a file, one in each line. option is the option that names the file.
func linesOf(option, file string) ([]string, error) {
	f, err := os.Open(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--%s: there is no file %s", option, file)
	case err != nil:
		return nil, usagef("--%s: %s cannot be read: %w", option, file, errors.Unwrap(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPasswordFile+1))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", option, err)
	}
	var lines []string
	for line := range strings.Lines(string(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")))) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	switch {
	case len(text) > maxPasswordFile, len(lines) >= encrypted.MaxKnown:
		return nil, usagef("--%s: %s has more lines than the %d passwords that are tried: name a file that holds "+
			"passwords alone", option, file, encrypted.MaxKnown-1)
	case len(lines) == 0:
		return nil, usagef("--%s: %s is empty", option, file)
	}
	return lines, nil
}

// mostAsked is how often the terminal asks for the password of a file.
const mostAsked = 3

// unlocked opens a file, or several as one table. The terminal asks for each password that is not known yet.
func unlocked(ctx context.Context, s Streams, p *encrypted.Passwords,
	open func() (*data.Table, error)) (*data.Table, error) {
	for {
		t, err := open()
		var lock *encrypted.Locked
		if !errors.As(err, &lock) {
			return t, err
		}
		if err := unlock(ctx, s, p, lock); err != nil {
			return nil, err
		}
	}
}

// unlock asks for the password of a file.
func unlock(ctx context.Context, s Streams, p *encrypted.Passwords, lock *encrypted.Locked) error {
	for range mostAsked {
		password, asked, err := askPassword(ctx, s, "Password of "+lock.Name+": ")
		switch {
		case err != nil:
			return err
		case !asked && lock.Wrong:
			return fmt.Errorf("cannot open %s: the password is wrong: give another one in the variable %s, or in a "+
				"file with --password-file FILE", lock.Name, dial.Variable)
		case !asked:
			return fmt.Errorf("cannot open %s: it has a password: give it in the variable %s, or in a file with "+
				"--password-file FILE", lock.Name, dial.Variable)
		}
		if lock.Try(ctx, password) == nil {
			p.Add(password)
			return nil
		}
		fmt.Fprintln(s.Err, "The password is wrong.")
	}
	return fmt.Errorf("cannot open %s: the password is wrong", lock.Name)
}

// askPassword asks on the terminal, which does not show what is typed. asked is false if the standard input is no
// terminal.
func askPassword(ctx context.Context, s Streams, question string) (password string, asked bool, err error) {
	in, is := s.In.(*os.File)
	if !is || !term.IsTerminal(int(in.Fd())) {
		return "", false, nil
	}
	before, err := term.GetState(int(in.Fd()))
	if err != nil {
		return "", false, nil //nolint:nilerr // the terminal cannot be asked
	}
	fmt.Fprint(s.Err, question)
	answer := make(chan error, 1)
	var typed []byte
	go func() {
		var err error
		typed, err = term.ReadPassword(int(in.Fd()))
		answer <- err
	}()
	select {
	case err = <-answer:
		fmt.Fprintln(s.Err)
	case <-ctx.Done(): // nobody waits for the read any more, and Restore undoes its change to the terminal
		_ = term.Restore(int(in.Fd()), before)
		return "", false, context.Cause(ctx)
	}
	if err != nil {
		return "", false, fmt.Errorf("the password cannot be read: %w", err)
	}
	return string(typed), true, nil
}

// outVariable names the variable of the environment with the password of a workbook that is written. The password of a
// file that is read has a variable of its own, since a workbook for others has another password than its source.
const outVariable = "CARDINAL_OUT_PASSWORD"

// lock finds the password of the file that is written and the key that signs it. It asks for passwords before any long
// work begins.
func (o *output) lock(ctx context.Context, s Streams) error {
	if err := o.readKey(ctx, s); err != nil {
		return err
	}
	format := export.FormatNamed(o.format)
	switch {
	case !o.encrypt && o.passwordFile == "":
		return nil
	case !format.Encrypts():
		return usagef("--encrypt: %s cannot have a password; name a workbook: --out F.xlsx", format.Name)
	}
	password, err := o.outPassword(ctx, s)
	if err != nil {
		return err
	}
	if err := encrypted.CheckPassword(password); err != nil {
		return usagef("--encrypt: %w", err)
	}
	o.password = password
	return nil
}

// outPassword returns the password of the workbook. It comes from a file or from the environment, or a person types
// it twice.
func (o *output) outPassword(ctx context.Context, s Streams) (string, error) {
	if o.passwordFile != "" {
		lines, err := linesOf("out-password-file", o.passwordFile)
		if err == nil && len(lines) > 1 {
			err = usagef("--out-password-file: %s has %d lines: a workbook has one password", o.passwordFile,
				len(lines))
		}
		if err != nil {
			return "", err
		}
		return lines[0], nil
	}
	if p, set := os.LookupEnv(outVariable); set {
		return p, nil
	}
	password, asked, err := askPassword(ctx, s, "Password of the workbook: ")
	if err != nil {
		return "", err
	}
	if !asked {
		return "", usagef("--encrypt: give the password of the workbook in the variable %s, or in a file with "+
			"--out-password-file FILE", outVariable)
	}
	again, _, err := askPassword(ctx, s, "The same password again: ")
	if err == nil && again != password {
		err = errors.New("the two passwords differ, and nothing was written: try again")
	}
	return password, err
}
