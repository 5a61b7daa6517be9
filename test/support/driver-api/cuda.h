// What generated code for green contexts uses of the driver API of CUDA 12.4 and newer, declared without CUDA: names,
// parameters and their order as in NVIDIA's reference (Green Contexts), so that a C++ compiler can check such code.
#pragma once

enum CUresult { CUDA_SUCCESS };
using CUdevice = int;
using CUstream = struct CUstream_st*;
using CUgreenCtx = struct CUgreenCtx_st*;
using CUdevResourceDesc = struct CUdevResourceDesc_st*;

enum CUdevResourceType { CU_DEV_RESOURCE_TYPE_SM = 1 };
struct CUdevResource { CUdevResourceType type; };
enum CUgreenCtxCreate_flags { CU_GREEN_CTX_DEFAULT_STREAM = 1 };
enum CUstream_flags { CU_STREAM_NON_BLOCKING = 1 };

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* resource, CUdevResourceType type);
CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource* resource, CUdevResourceType type);
CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned* groups, const CUdevResource* input,
                                     CUdevResource* remaining, unsigned flags, unsigned minimum);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* description, CUdevResource* resources, unsigned count);
CUresult cuGreenCtxCreate(CUgreenCtx* context, CUdevResourceDesc description, CUdevice device, unsigned flags);
CUresult cuGreenCtxStreamCreate(CUstream* stream, CUgreenCtx context, unsigned flags, int priority);
