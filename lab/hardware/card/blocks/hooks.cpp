// The calls of the CUDA runtime that sweep.cu listens to.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

using Launcher = cudaError_t (*)(cudaKernel_t, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t launched(Launcher launcher, cudaKernel_t kernel, const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
void registered(const void *host, const char *name);
void registeredVariable(const void *host, size_t bytes);
void found(cudaKernel_t kernel, const void *host);
const void *hostOfKernel(cudaKernel_t kernel);
void allocated(void *at, size_t bytes);
void freed(void *at);
bool isMeasuring();
void endInTime();
void launchedNow();

namespace {
template <typename F> F next(const char *name)
{
    return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

}

namespace {
std::atomic<double> lastLaunch{0};
double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double numberOf(const char *name)
{
    const char *text = std::getenv(name);
    return text ? std::atof(text) : 1e9;
}
}

void launchedNow()
{
    lastLaunch = now();
}

/** Ends the program some seconds after its first launch, or when it has not launched for long: a host's own check may take long. */
void endInTime()
{
    static bool isSet = false;
    launchedNow();
    if (isSet) return;
    isSet = true;
    std::thread([first = now(), most = numberOf("STOP_SECONDS"), idle = numberOf("IDLE_SECONDS")] {
        for (;;) {
            usleep(20000);
            if (now() - first > most || (!isMeasuring() && now() - lastLaunch > idle)) _exit(0);
        }
    }).detach();
}

extern "C" {
void __cudaRegisterFunction(void **handle, const char *hostFun, char *deviceFun, const char *deviceName, int limit, uint3 *tid,
                            uint3 *bid, dim3 *bDim, dim3 *gDim, int *wSize)
{
    registered(hostFun, deviceName);
    next<void (*)(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *)>("__cudaRegisterFunction")(
        handle, hostFun, deviceFun, deviceName, limit, tid, bid, bDim, gDim, wSize);
}
void __cudaRegisterVar(void **handle, char *hostVar, char *deviceAddress, const char *deviceName, int ext, size_t size, int constant, int global)
{
    if (!constant && size > 0) registeredVariable(hostVar, size);
    next<void (*)(void **, char *, char *, const char *, int, size_t, int, int)>("__cudaRegisterVar")(handle, hostVar, deviceAddress, deviceName,
                                                                                                 ext, size, constant, global);
}
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host)
{
    const cudaError_t error = next<cudaError_t (*)(cudaKernel_t *, const void *)>("__cudaGetKernel")(kernel, host);
    if (error == cudaSuccess) found(*kernel, host);
    return error;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    if (!std::getenv("SWEEP_OUT")) endInTime();
    return launched(next<Launcher>("__cudaLaunchKernel"), kernel, hostOfKernel(kernel), grid, block, args, shared, stream);
}
cudaError_t cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    if (!std::getenv("SWEEP_OUT")) endInTime();
    return launched(next<Launcher>("cudaLaunchKernel"), (cudaKernel_t)host, host, grid, block, args, shared, stream);
}
cudaError_t cudaMalloc(void **at, size_t bytes)
{
    const cudaError_t error = next<cudaError_t (*)(void **, size_t)>("cudaMalloc")(at, bytes);
    if (error == cudaSuccess) allocated(*at, bytes);
    return error;
}
cudaError_t cudaMallocAsync(void **at, size_t bytes, cudaStream_t stream)
{
    const cudaError_t error = next<cudaError_t (*)(void **, size_t, cudaStream_t)>("cudaMallocAsync")(at, bytes, stream);
    if (error == cudaSuccess) allocated(*at, bytes);
    return error;
}
cudaError_t cudaMallocPitch(void **at, size_t *pitch, size_t width, size_t height)
{
    const cudaError_t error = next<cudaError_t (*)(void **, size_t *, size_t, size_t)>("cudaMallocPitch")(at, pitch, width, height);
    if (error == cudaSuccess) allocated(*at, *pitch * height);
    return error;
}
cudaError_t cudaFree(void *at)
{
    freed(at);
    return next<cudaError_t (*)(void *)>("cudaFree")(at);
}
cudaError_t cudaFreeAsync(void *at, cudaStream_t stream)
{
    freed(at);
    return next<cudaError_t (*)(void *, cudaStream_t)>("cudaFreeAsync")(at, stream);
}
}
