package pivot

import (
	"context"
	"math"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// keepUntil works like keepTop, for a top that keeps labels until their sum reaches a goal. The goal is a share of the
// total of the labels under their parent, or a sum. The total includes only labels that the top chooses among. Sums are
// exact.
func (a *Axis) keepUntil(ctx context.Context, depth int, t query.TopN, figure func(n int) data.Value, marked []bool,
	threads int) error {
	nodes := slices.DeleteFunc(slices.Clone(a.ofDepth(depth)), func(n int) bool { return !marked[n] })
	order, err := byFigure(ctx, nodes, figure, !t.Bottom, threads)
	if err != nil {
		return err
	}
	goals := make([]*goal, len(a.nodes)) // by parent
	for _, n := range order {
		parent := a.nodes[n].Parent()
		if goals[parent] == nil {
			goals[parent] = &goal{}
		}
		goals[parent].total.add(figure(n))
	}
	amount, unshared, tied := t.Until.Amount(), false, 0
	for i, n := range order {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		g, v := goals[a.nodes[n].Parent()], figure(n)
		if !g.aimed {
			g.aim(amount, t.Until.Share())
			unshared = unshared || g.unshared
		}
		switch marked[n] = !g.reached; {
		case !g.reached:
			g.add(v)
		case !v.IsNull() && !math.IsNaN(v.Float) && data.Compare(v, g.last) == 0:
			tied++
		}
	}
	if unshared {
		a.unshared = append(a.unshared, t)
	}
	a.tie(t, tied)
	return nil
}

// goal is the sum that the labels under one parent must reach.
type goal struct {
	total, sum runningSum
	last       data.Value // the figure of the last label that was kept
	aimed      bool
	reached    bool
	unshared   bool // the total is zero, infinite or missing: no label has a share of it

	// Integers and decimals reach the goal if sum * times >= least. If the total is below zero, they reach it if
	// sum * times <= least.
	least, times *big.Int
	below        bool

	// Floats reach the goal if sum / whole, rounded once, is at least amount. The float nearest to 0.7 is 70%.
	whole  *big.Float
	amount float64
}

// aim computes the goal from an amount. If `share` is set, the amount is a share of the total, otherwise a sum.
func (g *goal) aim(amount *big.Rat, share bool) {
	g.aimed = true
	if g.total.of.IsNull() || g.total.wild != 0 {
		g.unshared = share
	}
	if g.total.of.Type == data.Float {
		g.amount, _ = amount.Float64()
		g.whole = big.NewFloat(1)
		if share && !g.unshared {
			g.whole = g.total.sum
			g.unshared = g.whole.Sign() == 0
		}
		return
	}
	g.times, g.least = amount.Denom(), new(big.Int).Set(amount.Num())
	if share {
		total := g.total.whole.Big()
		g.unshared, g.below = total.Sign() == 0, total.Sign() < 0
		g.least.Mul(g.least, total)
	} else {
		g.least.Mul(g.least, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(g.total.of.Scale)), nil))
	}
}

// add adds the figure of a kept label, and sets whether the goal is reached.
func (g *goal) add(v data.Value) {
	g.last = v
	g.sum.add(v)
	switch {
	case g.unshared || g.sum.of.IsNull():
	case g.sum.wild != 0:
		g.reached = g.sum.wild > 0
	case g.whole != nil:
		share, _ := new(big.Float).SetPrec(floatBits).Quo(g.sum.sum, g.whole).Float64()
		g.reached = share >= g.amount
	default:
		sum := g.sum.whole.Big()
		order := sum.Mul(sum, g.times).Cmp(g.least)
		g.reached = order >= 0 && !g.below || order <= 0 && g.below
	}
}
