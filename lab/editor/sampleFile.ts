/** Lines of one kernel with its launch function, as `kernelBlock` writes them. */
const BLOCK_LINES = 25;

/**
 * A CUDA file of about `lines` lines: tiled and strided kernels with loops, shared memory and launches, as
 * a long hand-written file has them. `edit` changes one line in the middle.
 */
export function sampleFile(lines: number, edit: number): string {
  const blocks = Math.ceil(lines / BLOCK_LINES);
  const middle = Math.floor(blocks / 2);
  return Array.from({ length: blocks }, (_, at) => kernelBlock(at, at === middle ? edit : 0)).join('');
}

function kernelBlock(at: number, edit: number): string {
  const block = 64 << (at % 4);
  return `
#define BLOCK_${at} ${block}
__global__ void stage${at}(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK_${at}];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = ${edit}.0f;
    for (int first = 0; first < n; first += BLOCK_${at}) {
        tile[threadIdx.x] = in[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BLOCK_${at}; ++k)
            sum += tile[k] * in[i * ${1 + (at % 3)}];
        __syncthreads();
    }
    if (i < n)
        out[i] = sum;
}

void launchStage${at}(const float *in, float *out)
{
    const int n = 1 << ${12 + (at % 8)};
    const int grid = (n + BLOCK_${at} - 1) / BLOCK_${at};
    stage${at}<<<grid, BLOCK_${at}>>>(in, out, n);
}

`;
}
