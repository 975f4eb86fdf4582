// private: aggregate eight slots or fewer in the registers of each invocation.
//
// Source: INDEPENDENT of Rosenfeld and others (DaMoN 2019), and Karnagel, Mueller and Lohman's table for each thread,
// for up to about six groups. Changed: the table is two vectors of four slots, and a row is added to all eight by
// masks, so that nothing is indexed and everything stays in registers. Invocations merge in workgroup memory,
// workgroups in global memory.
//
// Needs: params rows measures totals cells.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals.

struct Table { // of one measure: low and high words of slots 0-3 and 4-7
    low0: vec4<u32>,
    low1: vec4<u32>,
    high0: vec4<u32>,
    high1: vec4<u32>,
}

const ZERO: vec4<u32> = vec4<u32>(0u, 0u, 0u, 0u);
const ONE: vec4<u32> = vec4<u32>(1u, 1u, 1u, 1u);

fn enter(op: u32, column: u32, bitmap: u32, t: ptr<function, Table>, slot: u32, row: vec3<u32>, ok: u32) {
    if op == NONE { return; }
    let counts = bitmap >= 3u || ((ok >> bitmap) & 1u) == 1u;
    let s = select(SKIP, slot, counts);
    let hit0 = vec4<u32>(s) == vec4<u32>(0u, 1u, 2u, 3u);
    let hit1 = vec4<u32>(s) == vec4<u32>(4u, 5u, 6u, 7u);
    var v = 1u;
    if op != COUNT { v = pick(column, row); }
    if op == MINIMUM { v = ~v; }
    let d0 = select(ZERO, vec4<u32>(v), hit0);
    let d1 = select(ZERO, vec4<u32>(v), hit1);
    if op == MINIMUM || op == MAXIMUM {
        (*t).low0 = max((*t).low0, d0);
        (*t).low1 = max((*t).low1, d1);
        return;
    }
    (*t).low0 += d0;
    (*t).low1 += d1;
    if op == SUM {
        (*t).high0 += select(ZERO, ONE, (*t).low0 < d0);
        (*t).high1 += select(ZERO, ONE, (*t).low1 < d1);
    }
}

fn drainSlot(op: u32, word: u32, slot: u32, low: u32, high: u32, copy: u32) {
    if slot >= params.slots { return; }
    let cell = slot * params.copies + copy;
    if op == MINIMUM || op == MAXIMUM {
        raise(word, cell, low);
        return;
    }
    let old = plus(word, cell, low);
    if op == SUM { plus(word + 1u, cell, high + select(0u, 1u, old + low < old)); }
}

fn drain(op: u32, word: u32, t: Table, copy: u32) {
    if op == NONE { return; }
    drainSlot(op, word, 0u, t.low0.x, t.high0.x, copy);
    drainSlot(op, word, 1u, t.low0.y, t.high0.y, copy);
    drainSlot(op, word, 2u, t.low0.z, t.high0.z, copy);
    drainSlot(op, word, 3u, t.low0.w, t.high0.w, copy);
    drainSlot(op, word, 4u, t.low1.x, t.high1.x, copy);
    drainSlot(op, word, 5u, t.low1.y, t.high1.y, copy);
    drainSlot(op, word, 6u, t.low1.z, t.high1.z, copy);
    drainSlot(op, word, 7u, t.low1.w, t.high1.w, copy);
}

struct Tables { a: Table, b: Table, c: Table }

fn take(t: ptr<function, Tables>, slot: u32, row: vec3<u32>, ok: u32) {
    var a = (*t).a;
    enter(OP0, COLUMN0, BITMAP0, &a, slot, row, ok);
    (*t).a = a;
    var b = (*t).b;
    enter(OP1, COLUMN1, BITMAP1, &b, slot, row, ok);
    (*t).b = b;
    var c = (*t).c;
    enter(OP2, COLUMN2, BITMAP2, &c, slot, row, ok);
    (*t).c = c;
}

fn takeQuad(t: ptr<function, Tables>, q: Quad) {
    take(t, q.slots.x, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
    take(t, q.slots.y, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
    take(t, q.slots.z, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
    take(t, q.slots.w, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    let quads = (params.rows + 3u) / 4u;
    var tables: Tables;
    vacate(group.x * INVOCATIONS + lane, step);
    for (var q = group.x * INVOCATIONS + lane; q < quads; q += 2u * step) {
        let one = load(q);
        let two = load(q + step);
        takeQuad(&tables, one);
        takeQuad(&tables, two);
    }
    let copy = lane & (params.copies - 1u);
    drain(OP0, WORD0, tables.a, copy);
    drain(OP1, WORD1, tables.b, copy);
    drain(OP2, WORD2, tables.c, copy);
    workgroupBarrier();
    flush(0u, params.slots, lane, group.x);
}
