// cells: accumulators in workgroup memory, and their flush.
//
// The words of a slot are span*copies cells apart. Each slot has `copies` adjacent cells, and an invocation uses the
// cell of its lane, so that the lanes of a subgroup do not queue for one address (libcudf pull request 18290 replicates
// in the same way). All invocations flush. Each workgroup begins at a different slot, so that workgroups that end
// together do not queue for the same totals.
//
// Needs: totals.

const CELLS: u32 = 4096u; // at least the words of a slot * span * copies

var<workgroup> cells: array<atomic<u32>, CELLS>;

fn plus(word: u32, cell: u32, v: u32) -> u32 {
    return atomicAdd(&cells[word * params.span * params.copies + cell], v);
}

fn raise(word: u32, cell: u32, v: u32) {
    atomicMax(&cells[word * params.span * params.copies + cell], v);
}

// emptied returns the word in the cell of a copy, and sets the cell to zero.
fn emptied(word: u32, cell: u32) -> u32 {
    return atomicExchange(&cells[word * params.span * params.copies + cell], 0u);
}

// total merges the copies of a slot's accumulator, and returns its one to three words.
fn total(op: u32, word: u32, slot: u32) -> vec3<u32> {
    var sum = vec3<u32>();
    for (var c = slot * params.copies; c < (slot + 1u) * params.copies; c++) {
        let v = emptied(word, c);
        if op == MINIMUM || op == MAXIMUM {
            sum.x = max(sum.x, v);
            continue;
        }
        sum.x += v;
        if op == COUNT { continue; }
        let carry = select(0u, 1u, sum.x < v);
        let middle = emptied(word + 1u, c);
        sum.y += middle;
        if op == SUM {
            sum.y += carry;
            continue;
        }
        if sum.y < middle { sum.z += 1u; }
        sum.y += carry;
        if sum.y < carry { sum.z += 1u; }
        sum.z += emptied(word + 2u, c);
    }
    return sum;
}

fn flushMeasure(op: u32, word: u32, first: u32, held: u32, lane: u32, turn: u32) {
    if op == NONE { return; }
    for (var i = lane; i < held; i += INVOCATIONS) {
        var slot = i + turn;
        if slot >= held { slot -= held; }
        settle(op, word, first + slot, total(op, word, slot));
    }
}

// flush adds the accumulators of the slots, starting with first, to the totals, and sets them to zero.
fn flush(first: u32, held: u32, lane: u32, group: u32) {
    let turn = (group * INVOCATIONS) % held;
    flushMeasure(OP0, WORD0, first, held, lane, turn);
    flushMeasure(OP1, WORD1, first, held, lane, turn);
    flushMeasure(OP2, WORD2, first, held, lane, turn);
    flushMeasure(OP3, WORD3, first, held, lane, turn);
    flushMeasure(OP4, WORD4, first, held, lane, turn);
    flushMeasure(OP5, WORD5, first, held, lane, turn);
}
