// prefix: exclusive prefix sums within a workgroup.
//
// Source: Hillis and Steele, "Data Parallel Algorithms" (1986). Two copies are written in turn, so that a step needs
// one barrier. A caller must put a barrier between two calls of before.

var<workgroup> partial: array<array<u32, INVOCATIONS>, 2>;

// before returns the sum of v over the invocations below this one, and the sum over the first `among` invocations.
// `among` must be at least one.
fn before(lane: u32, among: u32, v: u32) -> vec2<u32> {
    var copy = 0u;
    var sum = v;
    partial[copy][lane] = sum;
    workgroupBarrier();
    for (var d = 1u; d < among; d *= 2u) {
        if lane >= d { sum += partial[copy][lane - d]; }
        copy = 1u - copy;
        partial[copy][lane] = sum;
        workgroupBarrier();
    }
    return vec2<u32>(sum - v, partial[copy][among - 1u]);
}
