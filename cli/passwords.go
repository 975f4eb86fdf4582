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
	"cardinal/data/encrypted"
	"cardinal/remote/dial"
)

// maxPasswordFile is the length in bytes of the longest file of passwords.
const maxPasswordFile = 64 << 10

const passwordFileUsage = "`file` with the password of an encrypted workbook, or with several, a line each; else that of the variable " + dial.Variable + ",\nor the one that is typed on the terminal"

// passwordsOf are the passwords of a file, "" for none, and that of the environment.
func passwordsOf(file string) (*encrypted.Passwords, error) {
	var given []string
	if file != "" {
		lines, err := linesOf(file)
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

// linesOf are the passwords of a file.
func linesOf(file string) ([]string, error) {
	f, err := os.Open(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--password-file: there is no file %s", file)
	case err != nil:
		return nil, usagef("--password-file: %s cannot be read: %w", file, errors.Unwrap(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPasswordFile+1))
	if err != nil {
		return nil, fmt.Errorf("--password-file: %w", err)
	}
	var lines []string
	for line := range strings.Lines(string(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")))) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	switch {
	case len(text) > maxPasswordFile, len(lines) >= encrypted.MaxKnown:
		return nil, usagef("--password-file: %s has more lines than the %d passwords that are tried: name a file that holds passwords alone", file, encrypted.MaxKnown-1)
	case len(lines) == 0:
		return nil, usagef("--password-file: %s is empty", file)
	}
	return lines, nil
}

// mostAsked is how often the terminal asks for the password of a file.
const mostAsked = 3

// unlocked opens a file. Where the file has another password than those that are known, the terminal asks for it.
func unlocked(ctx context.Context, s Streams, p *encrypted.Passwords, open func() (*data.Table, error)) (*data.Table, error) {
	t, err := open()
	var lock *encrypted.Locked
	if !errors.As(err, &lock) {
		return t, err
	}
	for range mostAsked {
		password, asked, err := askPassword(ctx, s, "Password of "+lock.Name+": ")
		switch {
		case err != nil:
			return nil, err
		case !asked && lock.Wrong:
			return nil, fmt.Errorf("cannot open %s: the password is wrong: give another one in the variable %s, or in a file with --password-file FILE", lock.Name, dial.Variable)
		case !asked:
			return nil, fmt.Errorf("cannot open %s: it has a password: give it in the variable %s, or in a file with --password-file FILE", lock.Name, dial.Variable)
		}
		if err := lock.Try(ctx, password); err != nil {
			fmt.Fprintln(s.Err, "The password is wrong.")
			continue
		}
		p.Add(password)
		return open()
	}
	return nil, fmt.Errorf("cannot open %s: the password is wrong", lock.Name)
}

// askPassword asks on the terminal, which does not show what is typed. asked is false where the standard input is no terminal.
func askPassword(ctx context.Context, s Streams, question string) (password string, asked bool, err error) {
	in, is := s.In.(*os.File)
	if !is || !term.IsTerminal(int(in.Fd())) {
		return "", false, nil
	}
	before, err := term.GetState(int(in.Fd()))
	if err != nil {
		return "", false, nil //nolint:nilerr // it is no terminal that can be asked
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
	case <-ctx.Done(): // which leaves the reader behind, and the terminal as it was
		_ = term.Restore(int(in.Fd()), before)
		return "", false, context.Cause(ctx)
	}
	if err != nil {
		return "", false, fmt.Errorf("the password cannot be read: %w", err)
	}
	return string(typed), true, nil
}
