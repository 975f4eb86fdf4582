// Package zone has the time zones of the IANA database (tz), and shifts instants to the wall times of a zone. The rules
// of the zones come from the system or, if the system has none, from a copy in the program.
//
// It must not know columns and tables.
package zone
