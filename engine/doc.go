// Package engine turns a query over a table into a crosstab: it binds the query, estimates the groups, scores and
// gates the tiers, runs the chosen one, assembles the answer and records the profile.
//
// The packages below it each know one step; engine alone knows their order. It must not know windows or commands.
package engine
