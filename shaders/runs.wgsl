// runs: add four rows of one slot to its accumulators together.
//
// Source: pre-reduction of runs of equal keys before an atomic (Cieslewicz and Ross: the average run length decides).
// Sorted rows would queue for one accumulator; together, four rows need only one addition.
//
// Needs: measures.

fn pickRun(column: u32, a: vec4<u32>, b: vec4<u32>, c: vec4<u32>) -> vec4<u32> {
    if column == 0u { return a; }
    if column == 1u { return b; }
    return c;
}

fn measureRun(op: u32, word: u32, column: u32, with_: u32, bitmap: u32, cell: u32, a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, ok: vec4<u32>) {
    if op == NONE { return; }
    if op == PRODUCT {
        measure(op, word, column, with_, bitmap, cell, vec3<u32>(a.x, b.x, c.x), ok.x);
        measure(op, word, column, with_, bitmap, cell, vec3<u32>(a.y, b.y, c.y), ok.y);
        measure(op, word, column, with_, bitmap, cell, vec3<u32>(a.z, b.z, c.z), ok.z);
        measure(op, word, column, with_, bitmap, cell, vec3<u32>(a.w, b.w, c.w), ok.w);
        return;
    }
    var counts = vec4<u32>(1u);
    if bitmap < 3u { counts = (ok >> vec4<u32>(bitmap)) & vec4<u32>(1u); }
    if op == COUNT {
        plus(word, cell, counts.x + counts.y + counts.z + counts.w);
        return;
    }
    var v = pickRun(column, a, b, c);
    if op == MINIMUM { v = ~v; }
    v *= counts;
    if op == SUM {
        let one = v.x + v.y;
        let two = v.z + v.w;
        let low = one + two;
        let old = plus(word, cell, low);
        let carry = select(0u, 1u, one < v.x) + select(0u, 1u, two < v.z) + select(0u, 1u, low < one) + select(0u, 1u, old + low < old);
        if carry != 0u { plus(word + 1u, cell, carry); }
        return;
    }
    raise(word, cell, max(max(v.x, v.y), max(v.z, v.w)));
}

fn measureRuns(cell: u32, a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, ok: vec4<u32>) {
    measureRun(OP0, WORD0, COLUMN0, WITH0, BITMAP0, cell, a, b, c, ok);
    measureRun(OP1, WORD1, COLUMN1, WITH1, BITMAP1, cell, a, b, c, ok);
    measureRun(OP2, WORD2, COLUMN2, WITH2, BITMAP2, cell, a, b, c, ok);
    measureRun(OP3, WORD3, COLUMN3, WITH3, BITMAP3, cell, a, b, c, ok);
    measureRun(OP4, WORD4, COLUMN4, WITH4, BITMAP4, cell, a, b, c, ok);
    measureRun(OP5, WORD5, COLUMN5, WITH5, BITMAP5, cell, a, b, c, ok);
}
