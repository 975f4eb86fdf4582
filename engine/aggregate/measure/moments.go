package measure

import (
	"cardinal/data"
	"cardinal/engine/aggregate"
)

// OpProducts adds Column * Other, or Column if Other is nil, over the rows in which none of Column, Other and Also is
// null.
var OpProducts = &Op{
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator { return p.products(k) },
	groupBytes: func(p *Plan, k Kind) int64 {
		if a, ok := p.products(k).(*aggregate.FloatProductSums); ok {
			return 36 + p.restBytes(a.Spills, a.Rest.Limbs, p.windows[k.Column].Outside+p.windows[k.Other].Outside)
		}
		return int64(p.products(k).(*aggregate.ProductSums).Wide) / 8
	},
	device: func(_ *Plan, k Kind) ([]DeviceOp, string) {
		switch {
		case !isCoded(k.Column) || k.Other != nil && !isCoded(k.Other) || nullable(k.Also) != nil:
			return nil, ""
		case k.Other == nil:
			return []DeviceOp{{Func: DeviceSum, Values: k.Column}}, ""
		}
		return []DeviceOp{{Func: DeviceProduct, Values: k.Column, With: k.Other}}, ""
	},
}

func (p *Plan) operand(c *data.Column) aggregate.Operand {
	if c == nil {
		return aggregate.NewOperand(nil, -1, aggregate.Window{})
	}
	return aggregate.NewOperand(c, p.input(c), p.windows[c])
}

func (p *Plan) products(k Kind) aggregate.Accumulator {
	if k.Column.Type == data.Float || k.Other != nil && k.Other.Type == data.Float {
		a := aggregate.NewFloatProductSums(p.operand(k.Column), p.operand(k.Other), p.rows)
		if k.Also != nil {
			a.Y.Null = p.null(k.Also)
			a.Masked = a.Y.Null != nil
		}
		return a
	}
	a := &aggregate.ProductSums{X: aggregate.FactorOf(k.Column, p.input(k.Column)), Y: aggregate.Factor{Input: -1},
		Bits: codeBits(k.Column)}
	if k.Other != nil {
		a.Y = aggregate.FactorOf(k.Other, p.input(k.Other))
		a.Wide = max(64, aggregate.Width(p.rows, k.Column, k.Other))
	} else {
		a.Wide = max(64, aggregate.Width(p.rows, k.Column))
	}
	if k.Also != nil && k.Also.Valid != nil {
		a.Y.Null = p.null(k.Also)
		a.Test = true
	}
	return a
}

// moment returns the exact sum of values, codes or products of group g in a state.
func (v *Values) moment(kind, g int) aggregate.Moment { return v.accs[kind].(aggregate.Exact).Exact(g) }

// flags returns the flags of a sum of floats for group g.
func (v *Values) flags(kind, g int) aggregate.Flags {
	switch a := v.accs[kind].(type) {
	case *aggregate.SumFloat:
		return a.Flags.S[g]
	case *aggregate.FloatProductSums:
		return a.Flags.S[g]
	}
	return 0
}
