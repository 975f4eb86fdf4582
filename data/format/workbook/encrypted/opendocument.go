package encrypted

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"cardinal/data/format/workbook/zipxml"
)

const (
	manifestPart = "META-INF/manifest.xml"
	contentPart  = "content.xml"
	stylesPart   = "styles.xml"
	// contains a whole OpenDocument file, compressed and encrypted; written by LibreOffice since 24.8
	wholePart = "encrypted-package"

	checked = 1024 // bytes of a part of which a checksum is stored
)

// manifest lists the parts of an OpenDocument file: ODF 1.3, part 2, 4.
type manifest struct {
	Entries []entry `xml:"file-entry"`
}

// entry describes a part. Its attributes and elements may have any namespace, because LibreOffice uses its own.
type entry struct {
	Path string `xml:"full-path,attr"`
	Size int64  `xml:"size,attr"` // size of the inflated part in bytes
	Data *struct {
		ChecksumType string      `xml:"checksum-type,attr"`
		Checksum     base64Bytes `xml:"checksum,attr"`
		Algorithm    struct {
			Name string      `xml:"algorithm-name,attr"`
			IV   base64Bytes `xml:"initialisation-vector,attr"`
		} `xml:"algorithm"`
		Start struct {
			Name string `xml:"start-key-generation-name,attr"`
		} `xml:"start-key-generation"`
		Derivation derivation `xml:"key-derivation"`
	} `xml:"encryption-data"`

	bytes []byte // as the file has them
}

// document is an encrypted OpenDocument file. Each part has its own key, which is derived from the hash of the
// password.
type document struct {
	parts []*entry // the first one decides whether a password is right
}

// parseDocument returns the File of an encrypted OpenDocument file. It returns nil for another zip archive.
func parseDocument(ctx context.Context, r io.ReaderAt, size int64) (*File, error) {
	a, err := zipxml.Open(ctx, r, size, 0)
	if err != nil || !a.Has(manifestPart) {
		return nil, nil //nolint:nilerr // the reader of another format explains the damage
	}
	text, err := a.Read(manifestPart)
	if err != nil || !bytes.Contains(text, []byte("encryption-data")) {
		return nil, nil //nolint:nilerr // as above
	}
	var m manifest
	if err := xml.Unmarshal(text, &m); err != nil {
		return nil, errDamaged
	}
	d := &document{}
	f := &File{scheme: d, header: sha256.Sum256(text)}
	for _, name := range []string{wholePart, contentPart, stylesPart} {
		for i := range m.Entries {
			e := &m.Entries[i]
			if e.Path != name || e.Data == nil {
				continue
			}
			if err := e.check(); err != nil {
				return nil, err
			}
			if err := e.read(a); err != nil {
				return nil, err
			}
			d.parts = append(d.parts, e)
			f.size += 3 * int64(len(e.bytes)) // encrypted, decrypted, and in an archive
			if name == wholePart {
				f.size += e.Size
			}
		}
	}
	if len(d.parts) == 0 { // only parts that are not needed are encrypted, such as a picture
		return nil, nil
	}
	return f, nil
}

// read reads the encrypted bytes of a part.
func (e *entry) read(a *zipxml.Archive) error {
	p, err := a.Part(e.Path)
	if err != nil {
		return err
	}
	defer p.Close()
	e.bytes, err = io.ReadAll(p)
	return err
}

// cipher returns the last part of the algorithm's name, which is a URL.
func (e *entry) cipher() string {
	_, name, _ := strings.Cut(e.Data.Algorithm.Name, "#")
	return name
}

// check returns an error if Cardinal does not know the encryption of a part.
func (e *entry) check() error {
	d := e.Data
	switch c := e.cipher(); {
	case c != "aes128-cbc" && c != "aes192-cbc" && c != "aes256-cbc" && c != "aes256-gcm":
		return unknownError("the cipher " + d.Algorithm.Name)
	case strings.HasSuffix(c, "-cbc") && len(d.Algorithm.IV) != aes.BlockSize, strings.HasSuffix(c, "-gcm") &&
		len(d.Algorithm.IV) != nonce:
		return errDamaged
	case e.Size < 0:
		return errDamaged
	case e.startKey("") == nil:
		return unknownError("the hash " + d.Start.Name)
	case strings.HasSuffix(c, "-cbc") && d.ChecksumType != "" && e.checksum(nil) == nil:
		return unknownError("the checksum " + d.ChecksumType)
	case strings.HasSuffix(c, "-cbc") && len(d.Checksum) == 0: // a wrong password could not be noticed
		return errDamaged
	}
	return d.Derivation.check()
}

// startKey returns the hash of a password, or nil if the kind of hash is unknown. The keys are derived from this hash.
func (e *entry) startKey(password string) []byte {
	switch name := strings.ToLower(e.Data.Start.Name); {
	case strings.HasSuffix(name, "#sha256"):
		sum := sha256.Sum256([]byte(password))
		return sum[:]
	case strings.HasSuffix(name, "#sha1"), strings.HasSuffix(name, "sha1"), name == "":
		sum := sha1.Sum([]byte(password))
		return sum[:]
	}
	return nil
}

// checksum returns the checksum of the beginning of a part. It returns nil if the kind of checksum is unknown.
func (e *entry) checksum(b []byte) []byte {
	b = b[:min(len(b), checked)]
	switch kind := strings.ToLower(e.Data.ChecksumType); {
	case strings.HasSuffix(kind, "#sha256-1k"):
		sum := sha256.Sum256(b)
		return sum[:]
	case strings.HasSuffix(kind, "sha1/1k"), strings.HasSuffix(kind, "#sha1-1k"):
		sum := sha1.Sum(b)
		return sum[:]
	}
	return nil
}

// key implements scheme. The key is the password itself, from which each part derives its own key.
func (d *document) key(ctx context.Context, password string) ([]byte, error) {
	if _, err := d.parts[0].open(ctx, password, true); err != nil {
		return nil, err
	}
	return []byte(password), nil
}

// decrypt implements scheme. The contents are an OpenDocument file without encryption. It has only the parts that are
// needed for a table.
func (d *document) decrypt(ctx context.Context, key []byte) ([]byte, error) {
	if d.parts[0].Path == wholePart {
		b, err := d.parts[0].unpack(ctx, string(key))
		if errors.Is(err, errWrong) { // the same key was right before
			err = errAltered
		}
		return b, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(h zip.FileHeader, b []byte) error {
		w, err := z.CreateRaw(&h)
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	}
	const mimetype = "application/vnd.oasis.opendocument.spreadsheet"
	h := zip.FileHeader{Name: "mimetype", Method: zip.Store, CompressedSize64: uint64(len(mimetype)),
		UncompressedSize64: uint64(len(mimetype))}
	if err := add(h, []byte(mimetype)); err != nil {
		return nil, err
	}
	for _, e := range d.parts {
		b, err := e.open(ctx, string(key), false)
		if errors.Is(err, errWrong) { // the part has another password, or was changed
			err = errAltered
		}
		if err != nil {
			return nil, err
		}
		// The checksum of the inflated part is unknown, and archive/zip does not verify a checksum of 0. The checksum
		// of the encrypted part was verified.
		h := zip.FileHeader{Name: e.Path, Method: zip.Deflate, CompressedSize64: uint64(len(b)),
			UncompressedSize64: uint64(e.Size)}
		if err := add(h, b); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

const (
	nonce = 12 // size of the initialisation vector of AES-GCM
	tag   = 16 // size of its authentication tag
)

// open decrypts a part and leaves it compressed. If beginning is set, it decrypts only the bytes that are needed to
// check the password.
func (e *entry) open(ctx context.Context, password string, beginning bool) ([]byte, error) {
	name := e.cipher()
	key, err := e.Data.Derivation.key(ctx, e.startKey(password), name)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, errDamaged
	}
	if strings.HasSuffix(name, "-gcm") {
		return e.openGCM(block)
	}
	b := e.bytes
	if len(b) == 0 || len(b)%aes.BlockSize != 0 {
		return nil, errDamaged
	}
	whole := len(b)
	if beginning {
		b = b[:min(whole, checked+2*aes.BlockSize)]
	}
	plain := make([]byte, len(b))
	cipher.NewCBCDecrypter(block, e.Data.Algorithm.IV).CryptBlocks(plain, b)
	if len(plain) == whole { // the last byte is the number of padding bytes
		fill := int(plain[whole-1])
		if fill < 1 || fill > aes.BlockSize {
			return nil, errWrong
		}
		plain = plain[:whole-fill]
	}
	if subtle.ConstantTimeCompare(e.checksum(plain), e.Data.Checksum) == 0 {
		return nil, errWrong
	}
	return plain, nil
}

// openGCM decrypts a part that ends with its authentication tag. The initialisation vector can be at the beginning of
// the part: XML Encryption 1.1, 5.2.4.
func (e *entry) openGCM(block cipher.Block) ([]byte, error) {
	g, err := cipher.NewGCM(block)
	if err != nil || len(e.bytes) < tag {
		return nil, errDamaged
	}
	iv := e.Data.Algorithm.IV
	plain, err := g.Open(nil, iv, bytes.TrimPrefix(e.bytes, iv), nil)
	if err != nil {
		return nil, errWrong
	}
	return plain, nil
}

// unpack returns the OpenDocument file in an encrypted package.
func (e *entry) unpack(ctx context.Context, password string) ([]byte, error) {
	compressed, err := e.open(ctx, password, false)
	if err != nil {
		return nil, err
	}
	if e.Size > int64(len(compressed))*maxInflated {
		return nil, errDamaged
	}
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(flate.NewReader(bytes.NewReader(compressed)), e.Size+1))
	if err != nil || n != e.Size {
		return nil, errDamaged
	}
	return out.Bytes(), nil
}

// maxInflated is the greatest number of bytes to which one byte of deflate can be inflated.
const maxInflated = 1032
