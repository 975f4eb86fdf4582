// Package zone has the time zones of the IANA database (tz), and shifts instants to the wall times of a zone. The rules
// are those of the system where it has them, else those in the program.
//
// It must not know columns and tables.
package zone
