// Package push measures whether the choice between asking a database server and copying the columns is the better one.
package push
