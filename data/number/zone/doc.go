// Package zone has the time zones of the IANA database (tz), and shifts instants to the wall times of a zone. The rules
// are those of the system, or, if the system has none, those in the program.
//
// It must not know columns and tables.
package zone
