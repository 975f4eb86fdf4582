// Package remotetest finds the servers that scripts/cluster.sh starts. Nothing but tests may import it.
package remotetest
