package remote

// Address is where a table lies. An Address never holds a password.
type Address struct {
	Kind     string // as Dialect.Kind
	Secure   bool   // TLS
	User     string
	Host     string // with the port
	Database string
	Table    string // "": none is chosen yet
}
