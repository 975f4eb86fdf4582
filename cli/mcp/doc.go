// Package mcp answers agents and scripts in the Model Context Protocol, whose messages are lines of JSON on the
// standard input and output.
//
// Each tool is a command of Cardinal that reads. An agent names files and options, and gets what the command prints,
// with the notes, the files and the command that gives a person the same answer.
//
// Agents are not trusted. They reach the files of the folders that a person named, and nothing else: no server, no
// file that is written, no option that names a file. An answer is limited in size and in time, and one question is
// answered after another.
//
// Package mcp must not know the engine or how tables are read. It knows only the words of commands.
package mcp
