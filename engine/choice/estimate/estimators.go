package estimate

import "math"

// Chao1 returns the bias-corrected species richness estimate d + f1(f1-1) / (2(f2+1)), rounded up (Chao 1984,
// "Nonparametric estimation of the number of classes in a population"). In expectation it is a lower bound for rows
// drawn with replacement. One hot key among many unique ones makes it far too high, since the rows are drawn without
// replacement.
func Chao1(d, f1, f2 int) int {
	return d + int(math.Ceil(float64(f1)*float64(f1-1)/(2*float64(f2+1))))
}

// ChaoWOR returns Chao's estimate for rows drawn without replacement, d + f1^2 / (2 f2 n/(n-1) + f1 q/(1-q)) (Chao
// and Lin 2012, "Nonparametric lower bounds for species richness and shared species richness under sampling without
// replacement"). It is exact for groups of equal size, and if all unseen keys are unique.
func ChaoWOR(f *Frequencies) float64 {
	d, f1, f2, q := float64(f.D), float64(f.F(1)), float64(f.F(2)), f.share()
	if f1 == 0 || q >= 1 {
		return d
	}
	n := float64(f.Rows)
	return d + f1*f1/(2*f2*n/max(1, n-1)+f1*q/(1-q))
}

// GEE returns the guaranteed-error estimate sqrt(1/q) f1 + (d - f1) (Charikar, Chaudhuri, Motwani and Narasayya 2000,
// "Towards estimation error guarantees for distinct values"). It is wrong by at most a factor of about sqrt(1/q), and
// no estimator can promise less.
func GEE(f *Frequencies) float64 {
	if f.Rows == 0 {
		return 0
	}
	f1 := float64(f.F(1))
	return math.Sqrt(1/f.share())*f1 + float64(f.D) - f1
}

// Shlosser returns d + f1 sum (1-q)^i f_i / sum i q (1-q)^(i-1) f_i (Shlosser 1981, "On estimation of the size of the
// dictionary of a long text on the basis of a sample"). It is good for highly skewed keys, and far too high for
// groups of equal size.
func Shlosser(f *Frequencies) float64 {
	d, f1, q := float64(f.D), float64(f.F(1)), f.share()
	if f1 == 0 || q >= 1 {
		return d
	}
	unseen, once, power := 0.0, 0.0, 1.0 // power is (1-q)^(j-1)
	for j := 1; j < len(f.Seen); j++ {
		keys := float64(f.Seen[j])
		once += float64(j) * q * power * keys
		power *= 1 - q
		unseen += power * keys
	}
	for _, j := range f.Often {
		power := math.Pow(1-q, float64(j-1))
		once += float64(j) * q * power
		unseen += power * (1 - q)
	}
	return d + f1*unseen/once
}

// Duj1 returns the unsmoothed first-order jackknife n d / (n - f1 + f1 q) (Haas and Stokes 1998, "Estimating the
// number of classes in a finite population"), for groups of about equal size. PostgreSQL uses it.
func Duj1(f *Frequencies) float64 {
	n, d, f1 := float64(f.Rows), float64(f.D), float64(f.F(1))
	if n == 0 {
		return 0
	}
	return n * d / (n - f1 + f1*f.share())
}
