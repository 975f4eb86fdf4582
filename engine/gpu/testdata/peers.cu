// What the GPU kernels are compared with: CUB's radix sort of 32-bit keys and values, then its reduction by key into
// 64 bits, on the same keys as BenchmarkCurve.
//
//     nvcc -O3 -arch=sm_90 -o peers peers.cu && ./peers [rows]
#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ uint64_t mix(uint64_t z) {
    z += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

__global__ void fill(uint32_t *keys, uint32_t *values, uint64_t rows, uint64_t slots, int spread) {
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < rows; i += gridDim.x * (uint64_t)blockDim.x) {
        double u = (mix(i) >> 11) * 0x1p-53;
        uint64_t k = spread == 0 ? (uint64_t)(u * slots) : spread == 1 ? (uint64_t)exp(u * log(slots + 1.0)) - 1 : i * slots / rows;
        keys[i] = (uint32_t)(k < slots ? k : slots - 1);
        values[i] = (uint32_t)(mix(i ^ 0xABCDEF) & 0xFFFFF);
    }
}

struct Wide {
    __host__ __device__ uint64_t operator()(uint32_t v) const { return v; }
};

int main(int argc, char **argv) {
    uint64_t rows = argc > 1 ? strtoull(argv[1], 0, 10) : 100000000;
    uint32_t *keys, *values, *keys2, *values2, *unique;
    uint64_t *sums;
    int *runs;
    CHECK(cudaMalloc(&keys, rows * 4)); CHECK(cudaMalloc(&values, rows * 4));
    CHECK(cudaMalloc(&keys2, rows * 4)); CHECK(cudaMalloc(&values2, rows * 4));
    CHECK(cudaMalloc(&unique, rows * 4)); CHECK(cudaMalloc(&sums, rows * 8)); CHECK(cudaMalloc(&runs, 4));
    const char *names[] = {"uniform", "zipf", "sorted"};
    uint64_t sizes[] = {2, 6, 50, 500, 1024, 2048, 5000, 12000, 24000, 50000, 200000, 1000000, 4000000};
    for (int spread = 0; spread < 3; spread++) for (uint64_t slots : sizes) {
        fill<<<4096, 256>>>(keys, values, rows, slots, spread);
        int bits = 1;
        while ((1ull << bits) < slots) bits++;
        auto wide = thrust::make_transform_iterator(values2, Wide{});
        size_t a = 0, b = 0;
        CHECK(cub::DeviceRadixSort::SortPairs(nullptr, a, keys, keys2, values, values2, rows, 0, bits));
        CHECK(cub::DeviceReduce::ReduceByKey(nullptr, b, keys2, unique, wide, sums, runs, cuda::std::plus<uint64_t>{}, (int)rows));
        void *room;
        CHECK(cudaMalloc(&room, a > b ? a : b));
        float best = 1e9;
        for (int k = 0; k < 4; k++) {
            cudaEvent_t begin, end;
            cudaEventCreate(&begin); cudaEventCreate(&end);
            cudaEventRecord(begin);
            CHECK(cub::DeviceRadixSort::SortPairs(room, a, keys, keys2, values, values2, rows, 0, bits));
            CHECK(cub::DeviceReduce::ReduceByKey(room, b, keys2, unique, wide, sums, runs, cuda::std::plus<uint64_t>{}, (int)rows));
            cudaEventRecord(end);
            CHECK(cudaEventSynchronize(end));
            float ms; cudaEventElapsedTime(&ms, begin, end);
            if (ms < best) best = ms;
        }
        CHECK(cudaFree(room));
        printf("PEER {\"peer\": \"cub sort+reduce\", \"keys\": \"%s\", \"slots\": %llu, \"ms\": %.4f}\n", names[spread], (unsigned long long)slots, best);
        fflush(stdout);
    }
}
