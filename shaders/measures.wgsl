// measures: add a row to the accumulators of its slot.
//
// One pass over the keys updates up to six measures. A measure has an operation, one or two value columns, a bitmap,
// and its first word among the words of a slot. The constants are known when the kernel is compiled, so that the loop
// does not test them. Sums carry from word to word, so that they are exact: two words for a sum, three for a sum of
// products. A minimum is kept as the maximum of the complements, so that every accumulator starts at zero.
//
// Source: Karnagel, Mueller and Lohman (several aggregates together); the carry is computed from the old low word, as
// in libcudf's 128-bit sums.
//
// A kernel decides where the words are, by defining two functions: plus(word, cell, v) adds v and returns the old
// value, and raise(word, cell, v) stores the maximum.

const COUNT: u32 = 0u;
const SUM: u32 = 1u;
const MINIMUM: u32 = 2u;
const MAXIMUM: u32 = 3u;
const PRODUCT: u32 = 4u;
const NONE: u32 = 7u;

const OP0: u32 = 1u;
const WORD0: u32 = 0u;
const COLUMN0: u32 = 0u;
const WITH0: u32 = 0u; // the second factor of a product
const BITMAP0: u32 = 3u; // 3: every row counts
const OP1: u32 = 7u;
const WORD1: u32 = 0u;
const COLUMN1: u32 = 0u;
const WITH1: u32 = 0u;
const BITMAP1: u32 = 3u;
const OP2: u32 = 7u;
const WORD2: u32 = 0u;
const COLUMN2: u32 = 0u;
const WITH2: u32 = 0u;
const BITMAP2: u32 = 3u;
const OP3: u32 = 7u;
const WORD3: u32 = 0u;
const COLUMN3: u32 = 0u;
const WITH3: u32 = 0u;
const BITMAP3: u32 = 3u;
const OP4: u32 = 7u;
const WORD4: u32 = 0u;
const COLUMN4: u32 = 0u;
const WITH4: u32 = 0u;
const BITMAP4: u32 = 3u;
const OP5: u32 = 7u;
const WORD5: u32 = 0u;
const COLUMN5: u32 = 0u;
const WITH5: u32 = 0u;
const BITMAP5: u32 = 3u;

// times returns the 64-bit product of two words: low, high.
fn times(x: u32, y: u32) -> vec2<u32> {
    let xl = x & 0xFFFFu;
    let xh = x >> 16u;
    let yl = y & 0xFFFFu;
    let yh = y >> 16u;
    let low = xl * yl;
    let cross = xh * yl + (low >> 16u);      // at most (2^16-1)^2 + 2^16-1: no overflow
    let middle = xl * yh + (cross & 0xFFFFu);
    return vec2<u32>((low & 0xFFFFu) | (middle << 16u), xh * yh + (cross >> 16u) + (middle >> 16u));
}

fn pick(column: u32, row: vec3<u32>) -> u32 {
    if column == 0u { return row.x; }
    if column == 1u { return row.y; }
    return row.z;
}

fn measure(op: u32, word: u32, column: u32, with_: u32, bitmap: u32, cell: u32, row: vec3<u32>, ok: u32) {
    if op == NONE { return; }
    if bitmap < 3u && ((ok >> bitmap) & 1u) == 0u { return; }
    let v = pick(column, row);
    if op == COUNT {
        plus(word, cell, 1u);
    } else if op == SUM {
        let old = plus(word, cell, v);
        if old + v < old { plus(word + 1u, cell, 1u); }
    } else if op == MINIMUM {
        raise(word, cell, ~v);
    } else if op == MAXIMUM {
        raise(word, cell, v);
    } else {
        let p = times(v, pick(with_, row));
        var old = plus(word, cell, p.x);
        let high = p.y + select(0u, 1u, old + p.x < old); // the high word of a product is at most 2^32-2
        old = plus(word + 1u, cell, high);
        if old + high < old { plus(word + 2u, cell, 1u); }
    }
}

fn measures(cell: u32, row: vec3<u32>, ok: u32) {
    measure(OP0, WORD0, COLUMN0, WITH0, BITMAP0, cell, row, ok);
    measure(OP1, WORD1, COLUMN1, WITH1, BITMAP1, cell, row, ok);
    measure(OP2, WORD2, COLUMN2, WITH2, BITMAP2, cell, row, ok);
    measure(OP3, WORD3, COLUMN3, WITH3, BITMAP3, cell, row, ok);
    measure(OP4, WORD4, COLUMN4, WITH4, BITMAP4, cell, row, ok);
    measure(OP5, WORD5, COLUMN5, WITH5, BITMAP5, cell, row, ok);
}
