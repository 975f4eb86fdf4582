package encrypted

import (
	"context"
	"errors"
	"fmt"
	"io"

	"cardinal/data/format/workbook/compound"
	"cardinal/internal/memory"
)

// scheme is a kind of encryption of a file. It has all bytes of the file that are needed to check a password.
type scheme interface {
	// key returns the key of the contents for a password. The error is errWrong if the password is wrong.
	key(ctx context.Context, password string) ([]byte, error)
	// decrypt returns the decrypted contents of the file.
	decrypt(ctx context.Context, key []byte) ([]byte, error)
}

// File is an encrypted file.
type File struct {
	scheme
	size   int64 // of the contents in bytes
	header header
}

var (
	errWrong   = errors.New("the password is wrong")
	errDamaged = errors.New("the encrypted file is damaged or cut off; copy or download it again")
	errAltered = errors.New("the encrypted file is damaged or was altered: its checksum does not match; copy or " +
		"download it again")
	errRights = errors.New("it is protected by rights management and not by a password: open it in Excel, where you " +
		"have the right, and save a copy without the protection")
)

// unknownError returns the error for an encryption that Cardinal does not read.
func unknownError(how string) error {
	return fmt.Errorf("it is encrypted in a way that Cardinal does not read (%s): open it in a spreadsheet program "+
		"and save it with a new password", how)
}

// Recognise returns a File if a file of the given size is encrypted, and nil for every other file. The error is a
// sentence for a person.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (*File, error) {
	var magic [4]byte
	if n, err := r.ReadAt(magic[:], 0); n < len(magic) {
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return nil, err
	}
	switch string(magic[:]) {
	case compound.Signature[:4]:
		return parseOffice(r, size)
	case "PK\x03\x04":
		return parseDocument(ctx, r, size)
	}
	return nil, nil
}

// Open returns the decrypted contents of the file. It tries passwords like Unlock. limit is the memory in bytes that
// the contents may take, 0 for no limit.
func (f *File) Open(ctx context.Context, p *Passwords, limit int64) ([]byte, error) {
	if limit > 0 && f.size > limit {
		return nil, fmt.Errorf("the encrypted file is too large: it takes %s of memory, and %s are free; %s",
			memory.Format(f.size), memory.Format(limit), memory.Advice())
	}
	key, err := f.unlock(ctx, p)
	if err != nil {
		return nil, err
	}
	return f.decrypt(ctx, key)
}

// Unlock returns nil if a password opens the file, without reading the contents. It tries each password and then
// Excel's default password. The error is a *Locked if all are wrong.
func (f *File) Unlock(ctx context.Context, p *Passwords) error {
	_, err := f.unlock(ctx, p)
	return err
}

func (f *File) unlock(ctx context.Context, p *Passwords) (key []byte, err error) {
	if key := p.key(f.header); key != nil {
		return key, nil
	}
	typed := p.list()
	for _, password := range append(typed, excelPassword) {
		key, err := f.key(ctx, password)
		if errors.Is(err, errWrong) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p.promote(password)
		p.keep(f.header, key)
		return key, nil
	}
	return nil, &Locked{Wrong: len(typed) > 0, file: f}
}

// excelPassword is Excel's default password. Excel uses it to encrypt a workbook if a person gives no password, and
// opens such a workbook without asking.
const excelPassword = "VelvetSweatshop"

// Locked is the error for a file that none of the known passwords opens.
type Locked struct {
	Name  string // of the file
	Wrong bool   // some passwords were tried
	file  *File
}

func (e *Locked) Error() string {
	if e.Wrong {
		return "the password is wrong"
	}
	return "it has a password"
}

// Try returns nil if the password opens the file. It can take a second. The error is a sentence for a person.
func (e *Locked) Try(ctx context.Context, password string) error {
	_, err := e.file.key(ctx, password)
	return err
}
