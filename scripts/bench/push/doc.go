// Package push measures whether the engine chooses well between asking a database server and copying the columns.
package push
