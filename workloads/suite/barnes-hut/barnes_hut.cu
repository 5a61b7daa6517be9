// Forces between bodies by Barnes and Hut: a thread walks an octree from its root and takes a cell as one body where
// it is far enough away, else its children. The tree lies in the order of that walk, with a link past each cell's
// children, so that no stack is needed. Divergence, gathers of cells, divisions and square roots.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

#define THREADS 128

/** Centre and mass of a cell; `next` is the cell behind its children, `size` 0 for a single body. */
struct Cell {
    float x, y, z, mass;
    float size;
    int next;
};

// A walk of 4096 bodies, uniform in a cube, with an opening of 0.5: counted on the CPU, 358 cells of 6069, of
// which 83 % are taken as one body.
// corun: trips_at=358, share_size=0.83
__global__ void forces(const Cell *__restrict__ cells, const float4 *__restrict__ bodies, float4 *force, int bodyCount, int cellCount,
                       float openingSquared)
{
    const int body = blockIdx.x * THREADS + threadIdx.x;
    if (body >= bodyCount)
        return;
    const float4 own = bodies[body];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    int at = 0;
    while (at < cellCount) {
        const float dx = cells[at].x - own.x, dy = cells[at].y - own.y, dz = cells[at].z - own.z;
        const float size = cells[at].size, squared = dx * dx + dy * dy + dz * dz + 1e-4f;
        if (size * size < openingSquared * squared) {
            const float inverse = rsqrtf(squared), strength = cells[at].mass * inverse * inverse * inverse;
            fx += dx * strength;
            fy += dy * strength;
            fz += dz * strength;
            at = cells[at].next;
        } else {
            at = at + 1;
        }
    }
    force[body] = make_float4(fx, fy, fz, 0.0f);
}

/** Cells of the bodies `own` within a cube, in the order of the walk. */
static void build(std::vector<Cell> &cells, const std::vector<float4> &bodies, const std::vector<int> &own, float4 corner, float size)
{
    const int at = int(cells.size());
    Cell cell{0.0f, 0.0f, 0.0f, 0.0f, own.size() > 1 ? size : 0.0f, 0};
    for (int body : own) {
        cell.x += bodies[body].x / own.size();
        cell.y += bodies[body].y / own.size();
        cell.z += bodies[body].z / own.size();
        cell.mass += bodies[body].w;
    }
    cells.push_back(cell);
    const float half = size / 2.0f;
    for (int child = 0; child < 8 && own.size() > 1; ++child) {
        const float4 low = make_float4(corner.x + (child & 1 ? half : 0.0f), corner.y + (child & 2 ? half : 0.0f),
                                       corner.z + (child & 4 ? half : 0.0f), 0.0f);
        std::vector<int> part;
        for (int body : own) {
            const float4 p = bodies[body];
            if ((p.x >= corner.x + half) == bool(child & 1) && (p.y >= corner.y + half) == bool(child & 2) &&
                (p.z >= corner.z + half) == bool(child & 4))
                part.push_back(body);
        }
        if (!part.empty())
            build(cells, bodies, part, low, half);
    }
    cells[at].next = int(cells.size());
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 1 << 14;
    Random random(5);
    std::vector<float4> bodies(count);
    std::vector<int> all(count);
    for (int i = 0; i < count; ++i) {
        const float x = random.uniform(0.0f, 1.0f), y = random.uniform(0.0f, 1.0f), z = random.uniform(0.0f, 1.0f);
        bodies[i] = make_float4(x, y, z, 1.0f / count);
        all[i] = i;
    }
    std::vector<Cell> cells;
    build(cells, bodies, all, make_float4(0.0f, 0.0f, 0.0f, 0.0f), 1.0f);
    Cell *deviceCells = toDevice(cells);
    float4 *deviceBodies = toDevice(bodies), *force = onDevice<float4>(count);
    forces<<<ceilDiv(count, THREADS), THREADS>>>(deviceCells, deviceBodies, force, count, int(cells.size()), 0.25f);
    const auto got = toHost(force, count);

    double worst = 0.0, visited = 0.0;
    const int checked = 64;
    for (int k = 0; k < checked; ++k) {
        const float4 own = bodies[size_t(k) * count / checked];
        double fx = 0.0;
        for (size_t at = 0; at < cells.size(); ++visited) {
            const Cell &cell = cells[at];
            const double dx = cell.x - own.x, dy = cell.y - own.y, dz = cell.z - own.z;
            const double squared = dx * dx + dy * dy + dz * dz + 1e-4;
            const bool far = cell.size * cell.size < 0.25 * squared;
            if (far)
                fx += dx * cell.mass / (squared * std::sqrt(squared));
            at = far ? size_t(cell.next) : at + 1;
        }
        worst = std::max(worst, std::fabs(fx - got[size_t(k) * count / checked].x));
    }
    std::printf("%zu cells, %.0f looked at for a body\n", cells.size(), visited / checked);
    for (void *array : {(void *)deviceCells, (void *)deviceBodies, (void *)force})
        cudaFree(array);
    return report("barnes-hut", worst, 1e-2);
}
