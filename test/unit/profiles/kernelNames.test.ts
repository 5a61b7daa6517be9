import assert from 'node:assert/strict';
import type { KernelReading } from '../../../src/kernel/kernelReading';
import { readKernel } from '../../../src/profiles/libraries/readKernel';

/** A reading in one line: operation, data type, tile, stages, tensor cores, architecture; `?` for what is assumed. */
function brief(name: string): string {
  const { library, operation, dataType, tile, stages, tensorCores, architecture } = readKernel(name);
  const told = (one: KernelReading['operation'] | KernelReading['dataType']): string =>
    one === null ? '-' : `${one.value}${one.assumed ? '?' : ''}`;
  const tensor =
    tensorCores === null ? '-' : `${tensorCores.value ? 'tensor' : 'simt'}${tensorCores.assumed ? '?' : ''}`;
  const words = [library ?? '-', told(operation), told(dataType), tile?.join('x') ?? '-', stages ?? '-'];
  return [...words, tensor, architecture ?? '-'].join(' ');
}

const CASES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'cuBLAS by the parts of its names': [
    ['ampere_sgemm_128x64_tn', 'cublas gemm fp32 128x64 - simt sm_80'],
    ['volta_h884gemm_64x128_ldg8_nn', 'cublas gemm fp16 64x128 - tensor sm_70'],
    [
      'ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn',
      'cublas gemm bf16 128x64x64 3 tensor sm_80',
    ],
    ['turing_fp16_s1688gemm_fp16_256x64_sliced1x2_ldg8_f2f_nn', 'cublas gemm fp16 256x64 - tensor sm_75'],
    ['ampere_dgemm_64x64_nt', 'cublas gemm fp64 64x64 - simt sm_80'],
    ['ampere_gcgemm_64x64_nt', 'cublas gemm complex64 64x64 - simt sm_80'],
    [
      'sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas',
      'cublas gemm fp32 128x64x8 3 simt sm_80',
    ],
    [
      'sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas',
      'cublas gemm tf32 128x128x32 - tensor sm_90',
    ],
    ['nvjet_tst_256x128_64x4_1x2_h_bz_coopA_NNT', 'cublas gemm bf16? 256x128x64 4 tensor? -'],
    [
      'void gemv2T_kernel_val<int, int, float, float, float, float, 128, 16, 2, 2, false, false, cublasGemvParams<cublasGemvTensorStridedBatched<float const>, float> >(cublasGemvParams<float>, float, float)',
      'cublas gemm fp32 - - simt -',
    ],
    [
      'void splitKreduce_kernel<32, 16, int, float, float, float, float, true>(cublasSplitKParams<float>, float const*, float*)',
      'cublas reduction fp32 - - - -',
    ],
  ],
  'CUTLASS by name and by template': [
    [
      'void cutlass::Kernel2<cutlass_80_simt_sgemm_128x256_8x4_tn_align1>(T1::Params)',
      'cutlass gemm fp32 128x256x8 4 simt sm_80',
    ],
    [
      'void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8>(T1::Params)',
      'cutlass gemm bf16 64x64x64 6 tensor sm_80',
    ],
    [
      'void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_32x6_nt_align1>(cutlass_80_tensorop_s1688gemm_128x64_32x6_nt_align1::Params)',
      'cutlass gemm tf32? 128x64x32 6 tensor sm_80',
    ],
    [
      'void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecialized<5, cute::tuple<cute::C<2>, cute::C<1>, cute::C<1>>, cutlass::gemm::KernelTmaWarpSpecializedPingpong>, cute::tuple<cute::C<64>, cute::C<128>, cute::C<32>>, cutlass::half_t, cute::tuple<long, cute::C<1>, long>>>>(T1::Params)',
      'cutlass gemm fp16 64x128x32 5 tensor? sm_90',
    ],
  ],
  cuDNN: [
    [
      'void im2col4d_kernel<float, int>(im2col4d_params, cudnnConvolutionStruct, cudnnTensor4dStruct, const T1 *, T1 *, int)',
      'cudnn convolution fp32 - - - -',
    ],
    [
      'void flip_filter<float, float>(T2 *, const T1 *, int, int, int, int)',
      'cudnn convolution fp32 - - - -',
    ],
    ['cudnn_infer_volta_scudnn_128x64_relu_xregs_large_nn_v1', 'cudnn convolution fp32 128x64 - simt sm_70'],
    ['_5x_cudnn_ampere_scudnn_128x64_relu_medium_nn_v1', 'cudnn convolution fp32 128x64 - simt sm_80'],
    [
      'void nchwToNhwcKernel<float, float, float, true, false, (cudnnKernelDataType_t)0>(int, int, int, int, float const*, float*, float, float)',
      'cudnn transpose fp32 - - - -',
    ],
    [
      'sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x128x16_stage4_warpsize2x2x1_g1_tensor16x8x8_alignc4_execute_kernel_cudnn',
      'cudnn convolution tf32 128x128x16 4 tensor sm_80',
    ],
    [
      'void cutlass__5x_cudnn::Kernel<cutlass_tensorop_bf16_s16816fprop_optimized_bf16_256x64_32x4_nhwc_align8>(T1::Params)',
      'cudnn convolution bf16 256x64x32 4 tensor -',
    ],
    [
      'void cudnn::bn_fw_tr_1C11_singleread<float, 512, true, 1, 2, 0>(cudnnTensorStruct, float const*, float*)',
      'cudnn normalisation fp32 - - - -',
    ],
  ],
  attention: [
    [
      'void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 32, 4, false, false, cutlass::bfloat16_t, pytorch_flash::Flash_kernel_traits<64, 128, 32, 4, cutlass::bfloat16_t> >, false, true>(pytorch_flash::Flash_fwd_params)',
      'flash-attention attention bf16 128x32x64 - tensor -',
    ],
    [
      'fmha_cutlassF_f16_aligned_64x128_rf_sm80(PyTorchMemEffAttention::AttentionKernel::Params)',
      'cutlass attention fp16 64x128 - - sm_80',
    ],
    [
      'cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1_kernel0_0',
      'cudnn attention fp16 - - tensor sm_90',
    ],
    ['void my_paged_attention_kernel(__half const*, __half*)', '- attention? fp16 - - - -'],
  ],
  PyTorch: [
    [
      'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)',
      'pytorch elementwise fp32 - - - -',
    ],
    [
      'void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)',
      'pytorch copy bf16 - - - -',
    ],
    [
      'void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::(anonymous namespace)::OpaqueType<2u>, unsigned int, 4, 64, 64>(at::native::(anonymous namespace)::OpaqueType<2u>*, unsigned int)',
      'pytorch copy b16 - - - -',
    ],
    [
      'void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, c10::BFloat16, at::native::(anonymous namespace)::SoftMaxForwardEpilogue>(c10::BFloat16*, c10::BFloat16 const*, int)',
      'pytorch softmax bf16 - - - -',
    ],
    [
      'void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)',
      'pytorch reduction fp32 - - - -',
    ],
    [
      'void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>, float, float>(int, int volatile*)',
      'pytorch optimizer fp32 - - - -',
    ],
  ],
  'Nsight Compute, which leaves namespaces out': [
    [
      'void Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x256_32x3_tn_align8>(Params)',
      'cutlass gemm bf16 128x256x32 3 tensor sm_80',
    ],
    [
      'enable_if<!T7, void>::type kernel<int, int, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, 0, 1, 1, 0, 7, 0, cublasGemvParamsEx<int, cublasGemvTensorStridedBatched<const __nv_bfloat16>, float>>(T13)',
      'cublas gemm bf16? - - simt -',
    ],
    [
      'void elementwise_kernel<128, 4, void gpu_kernel_impl_nocast<CUDAFunctor_add<BFloat16>>(TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)',
      'pytorch elementwise bf16 - - - -',
    ],
    [
      'void unnamed>::CatArrayBatchedCopy<unnamed>::OpaqueType<2>, unsigned int, 4, 64, 64>(T1 *, unnamed>::CatArrInputTensorMetadata<T1, T2, T4, T5>, unnamed>::TensorSizeStride<T2, 4>, int, T2)',
      'pytorch copy b16 - - - -',
    ],
    [
      'void device_kernel<GemmUniversal<tuple<int, int, int, int>, CollectiveMma<MainloopSm90TmaGmmaWarpSpecialized<5, tuple<C<2>, C<1>, C<1>>, KernelTmaWarpSpecializedPingpong>, tuple<C<64>, C<128>, C<32>>, half_t, tuple<long, C<1>, long>>>>(Params)',
      'cutlass gemm fp16 64x128x32 5 tensor? sm_90',
    ],
    ['void elementwise_kernel(float *, int)', '- elementwise? fp32 - - - -'],
  ],
  'what moves data of any type sees bytes, not 8-bit integers': [
    [
      'void at::native::(anonymous namespace)::CatArrayBatchedCopy_vectorized<at::native::(anonymous namespace)::OpaqueType<2u>, unsigned int, 3, 128, 1, 16, 8>(char*, unsigned int)',
      'pytorch copy b16 - - - -',
    ],
    [
      'void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int, long, bool)',
      'pytorch gather-scatter b8 - - - -',
    ],
  ],
  'inference servers and generators of 2025 and 2026': [
    [
      'void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, 128, cutlass::bfloat16_t, float, cutlass::arch::Sm90, true>, flash::CollectiveEpilogueFwd<cutlass::bfloat16_t> > > >',
      'flash-attention attention bf16 64x128x128 - tensor? sm_90',
    ],
    [
      'void cutlass::device_kernel<flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, cute::C<128> >, 5, 256, 1, false, true, cutlass::bfloat16_t, float, cutlass::arch::Sm90> >',
      'flash-attention attention bf16 - - - -',
    ],
    [
      'bmm_E2m1_E2m1E2m1_Fp32_Ab16_Bb16_Cb16_t128x128x512u2_s3x3x3x3x1x3_et128x32_m256x128x64_c2x1x1_rM_TN_transOut_sm100f',
      'tensorrt-llm gemm fp4? 128x128x512 3 tensor? sm_100',
    ],
    [
      'void marlin_moe_wna16::Marlin<(long)1125899906909960, (long)562949953487106, (long)1125899906909960, (long)2814749767106568, (int)128>(int4 *)',
      'inference-server gemm bf16? - - - -',
    ],
    [
      'void marlin::gptq_marlin_repack_kernel<(int)256, (int)4, (bool)0>(const unsigned int *, const unsigned int *, unsigned int *, int)',
      'inference-server copy int32 - - - -',
    ],
    [
      'void moe::dev::finalize::finalizeKernelVecLoad<moe::dev::finalize::KernelParams<cutlass::bfloat16_t, cutlass::bfloat16_t, 4, true> >(moe::dev::finalize::KernelParams<cutlass::bfloat16_t, cutlass::bfloat16_t, 4, true>)',
      'inference-server gather-scatter bf16? - - - -',
    ],
    [
      'kernel_cutlass_kernel_flashinfernormkernelsfused_add_rmsnormFusedAddRMSNormKernel_object_at__tensorptrbf16gmemalign128o512051201_0',
      '- normalisation? bf16? - - - -',
    ],
    ['_rms_norm_bf16_kernel', '- normalisation? bf16? - - - -'],
    ['fused_moe_kernel', '- gemm? - - - - -'],
    ['Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x32x64_MI16x16x1_SN', '- gemm bf16? - - - -'],
  ],
  'Triton, whose names tell no type': [
    ['triton_poi_fused_add_mul_0', 'triton elementwise - - - - -'],
    ['triton_per_fused__softmax_3', 'triton softmax - - - - -'],
    ['triton_red_fused_native_layer_norm_1', 'triton normalisation? - - - - -'],
    ['triton_tem_fused_mm_7', 'triton gemm - - - - -'],
    ['triton__0d1d2d', 'triton - - - - - -'],
  ],
  'NCCL, whose copies move bytes whatever their names say': [
    [
      'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)',
      'nccl communication fp32 - - - -',
    ],
    [
      'ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)',
      'nccl communication b8 - - - -',
    ],
  ],
  'CUB and Thrust': [
    [
      'void cub::DeviceRadixSortOnesweepKernel<cub::Policy800, false, long, int, int>(int*, int*, long*, long const*)',
      'cub sort-scan int32? - - - -',
    ],
    [
      'void cub::DeviceReduceSingleTileKernel<cub::Policy, float*, float*, int, cub::Sum, float>(float*, float*, int)',
      'cub reduction fp32 - - - -',
    ],
  ],
};

describe('kernel names read for what they say', () => {
  for (const [what, cases] of Object.entries(CASES))
    it(`reads ${what}`, () => {
      for (const [name, expected] of cases) assert.equal(brief(name), expected, name);
    });

  it('reads a mangled name as its demangled one', () => {
    // saxpy(int, float*) and its mangled form say the same.
    assert.equal(brief('_Z5saxpyiPf'), brief('saxpy(int, float*)'));
    assert.equal(brief('_Z5saxpyiPf'), '- elementwise? fp32 - - - -');
  });

  it('marks what a word of somebody’s own name suggests, and claims no tile or tensor core for it', () => {
    assert.equal(brief('sgemm_128x128_tn(int, float const*, float const*, float*)'), '- gemm? fp32 - - - -');
    assert.equal(brief('dot_kernel(float*, float*)'), '- reduction? fp32 - - - -');
    assert.equal(brief('step(double*)'), '- - fp64 - - - -');
    assert.equal(brief('step'), '- - - - - - -');
  });

  it('assumes the first of several floating types, and resolves template parameters that nsys writes by number', () => {
    assert.equal(readKernel('void f<__half, float>(T1 *, T2 *)').dataType?.value, 'fp16');
    assert.equal(readKernel('void f<__half, float>(T1 *, T2 *)').dataType?.assumed, true);
    assert.equal(readKernel('void f<double>(const T1 *, int)').dataType?.assumed, false);
  });

  it('reads names of any length and content', () => {
    const hostile = [
      '',
      '<',
      '((((',
      'constructor',
      '__proto__',
      `at::native::reduce_kernel<${'<'.repeat(100_000)}`,
      `triton_poi_fused_${'a_'.repeat(50_000)}`,
    ];
    for (const name of hostile)
      assert.equal(typeof readKernel(name).detail, readKernel(name).detail === null ? 'object' : 'string');
  });
});
