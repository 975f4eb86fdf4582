// Package push measures how well the engine chooses between asking a database server and copying the columns from it.
package push
