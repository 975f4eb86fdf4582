"""The curve of the GPU kernels beside its peers: PyTorch's index_add_ (with scatter_reduce_ for minimum and maximum) over
int64, and CUB's sort and reduction by key. One table of milliseconds, on the keys of BenchmarkCurve.

    CARDINAL_BENCH_ROWS=100000000 go test ./engine/gpu/host -run - -bench Curve -benchtime 1x > curve.log
    nvcc -O3 -arch=sm_90 -o peers peers.cu && ./peers > cub.log
    python3 peers.py curve.log cub.log [rows]
"""
import json, math, sys
import torch

SLOTS = (2, 6, 50, 500, 1024, 2048, 5000, 12_000, 24_000, 50_000, 200_000, 1_000_000, 4_000_000)
rows = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000_000
device = torch.device("cuda")


def timed(run, times=5):
    run()
    best = math.inf
    for _ in range(times):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        run()
        b.record()
        torch.cuda.synchronize()
        best = min(best, a.elapsed_time(b))
    return best


def lines(name, mark):
    return [json.loads(l.split(mark, 1)[1]) for l in open(name) if l.startswith(mark)]


ours = {(r["keys"], r["aggregates"], r["slots"]): r for r in lines(sys.argv[1], "CURVE") if not r["asked"]}
cub = {(r["keys"], r["slots"]): r["ms"] for r in lines(sys.argv[2], "PEER")}

x = torch.empty(rows, dtype=torch.int64, device=device)
y = torch.randint(0, 1 << 40, (rows,), dtype=torch.int64, device=device)
copy = 16 * rows / timed(lambda: x.copy_(y), 20) / 1e9
print(f"copy {copy:.2f} TB/s; {rows} rows; index_add takes int64 indexes, or int32 after the stroke")
print("| keys | groups | sum | of copy | kernel | of 32 bits | index_add | CUB | sum, max | sum, min, max | PyTorch, three |")
print("|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|")
del x, y
value = torch.randint(0, 1 << 20, (rows,), dtype=torch.int64, device=device)
for spread in ("uniform", "zipf", "sorted"):
    for slots in SLOTS:
        if spread == "uniform":
            key = torch.randint(0, slots, (rows,), dtype=torch.int64, device=device)
        elif spread == "zipf":
            u = torch.rand(rows, dtype=torch.float64, device=device)
            key = (torch.exp(u * math.log(slots + 1)).long() - 1).clamp_(0, slots - 1)
            del u
        else:
            key = torch.arange(rows, dtype=torch.int64, device=device) * slots // rows
        out = torch.zeros(slots, dtype=torch.int64, device=device)
        narrow = key.int()
        wide_ms = timed(lambda: out.index_add_(0, key, value))
        narrow_ms = timed(lambda: out.index_add_(0, narrow, value))
        low = timed(lambda: out.scatter_reduce_(0, key, value, "amin"), 2)
        high = timed(lambda: out.scatter_reduce_(0, key, value, "amax"), 2)
        mine = [ours[(spread, a, slots)] for a in ("sum", "sum+max", "sum+min+max")]
        ms = [m["ms"] for m in mine]
        wide = ours.get((spread, "sum of 32 bits", slots))
        of32 = f"{wide['ms']:.3f}" if wide else ""
        share = 8 * rows / ms[0] / 1e9 / copy
        print(f"| {spread} | {slots:,} | {ms[0]:.3f} | {share:.0%} | {mine[0]['ran']} | {of32} | {wide_ms:.2f} / {narrow_ms:.2f} | {cub[(spread, slots)]:.2f} | "
              f"{ms[1]:.3f} | {ms[2]:.3f} | {wide_ms + low + high:.2f} |", flush=True)
