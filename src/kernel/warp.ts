/** Threads of a warp, on every NVIDIA GPU (CUDA C++ Programming Guide, "SIMT Architecture"). */
export const WARP_SIZE = 32;
