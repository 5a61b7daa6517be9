import assert from 'node:assert/strict';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FILE_TOTALS, folderOf } from '../../../lab/profiles/profileTotals';
import { readProfile } from '../../../src/profiles/readProfile';

const SHARED = path.resolve(process.env['CORUN_ROOT'] ?? '.', '../shared/data');

/** Each file of the collection with its verdict, format and, where read, a total that awk or Python confirms. */
const EXPECTED: readonly (readonly [string, string, string, number | null])[] = [
  [
    'kineto-trace/AMD-AGI__TraceLens__tests_traces_mi300_gaunernst_bert-small-uncased__1016001.json.gz',
    'reader-to-come',
    'kineto-json',
    null,
  ],
  [
    'kineto-trace/facebookresearch__HolisticTraceAnalysis__tests_data_trace_compare_base_base.json.gz',
    'reader-to-come',
    'kineto-json',
    null,
  ],
  [
    'kineto-trace/facebookresearch__HolisticTraceAnalysis__tests_data_trace_filter_sampled_rank-1.json.gz',
    'reader-to-come',
    'kineto-json',
    null,
  ],
  [
    'kineto-trace/pytorch__kineto__docs_traces_before_fix_trace@db36f7b.json',
    'reader-to-come',
    'kineto-json',
    null,
  ],
  [
    'kineto-trace/pytorch__kineto__tb_plugin_test_gpu_metrics_input@accddba.json',
    'reader-to-come',
    'kineto-json',
    null,
  ],
  [
    'legacy-computeprof-csv/gpgpu-sim__gpgpu-sim_simulations__benchmarks_src_cuda_sdk_4.2_simpleMultiCopy_doc_GTX480_CopyOverlap.csv',
    'full',
    'computeprof-csv',
    817524410,
  ],
  [
    'legacy-computeprof-csv/gpgpu-sim__gpgpu-sim_simulations__benchmarks_src_cuda_sdk_4.2_simpleMultiCopy_doc_GTX480_CopyOverlap_Session1_Context_0.csv',
    'full',
    'computeprof-csv',
    421242478,
  ],
  ['ncu-csv-details/AveryClapp__ESMM-Research__metrics@4b1684c.csv', 'full', 'ncu-csv-details', 14690304],
  [
    'ncu-csv-details/Olajide-Badejo__GPU-Roofline-Profiler__results_sample_run_ncu_gemm_naive.csv',
    'full',
    'ncu-csv-details',
    9589248,
  ],
  [
    'ncu-csv-details/Olajide-Badejo__GPU-Roofline-Profiler__results_sample_run_ncu_saxpy.csv',
    'full',
    'ncu-csv-details',
    292928,
  ],
  ['ncu-rep/AveryClapp__ESMM-Research__profile@8fce663.ncu-rep', 'refused', 'ncu-rep', null],
  ['ncu-rep/AveryClapp__ESMM-Research__profile@be34af6.ncu-rep', 'refused', 'ncu-rep', null],
  ['ncu-rep/bwd29__self-join-MiSTIC__profileMSDNEW.out.ncu-rep', 'refused', 'ncu-rep', null],
  ['ncu-rep/bwd29__self-join-MiSTIC__profileTINYK1.out.ncu-rep', 'refused', 'ncu-rep', null],
  ['ncu-rep/thedavidchu__speedy_scan__profile.ncu-rep', 'refused', 'ncu-rep', null],
  ['ncu-text/AveryClapp__ESMM-Research__profiles_profile_multi3@cafb23b.txt', 'full', 'ncu-text', 1730000],
  [
    'ncu-text/Scientific-Computing-Lab__ParaCodex__results_hecbench_paracodex_hecbench_codes_geodesic-omp_step2_ncu_output.txt',
    'full',
    'ncu-text',
    10620000,
  ],
  [
    'ncu-text/Scientific-Computing-Lab__ParaCodex__results_hecbench_paracodex_hecbench_codes_stddev-omp_step4_ncu_output.txt',
    'full',
    'ncu-text',
    25760,
  ],
  ['ncu-text/bwd29__self-join-MiSTIC__results_old_prof.out', 'empty', 'ncu-text', null],
  ['ncu-text/bwd29__self-join-MiSTIC__results_old_profMISTIC2.out', 'empty', 'ncu-text', null],
  [
    'nsys-csv/duoan__cs336-assignment2-systems__benchmark_results_nsys_large_ctx1024_kernel_sum.csv',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nsys-csv/duoan__cs336-assignment2-systems__benchmark_results_nsys_large_ctx512_kernel_sum.csv',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  ['nsys-rep/MosesChuka__EasyCUDA__nsys_easy@c8e0509.nsys-rep', 'refused', 'nsys-rep', null],
  [
    'nsys-rep/Scientific-Computing-Lab__ParaCodex__workdirs_serial_omp_nas_anonymized_workdir_golden_labels_src_ep-serial_cg_nsys.nsys-rep',
    'refused',
    'nsys-rep',
    null,
  ],
  ['nsys-rep/aimetrics__assignment2-systems__result.nvtx-sl128.train.nsys-rep', 'refused', 'nsys-rep', null],
  [
    'nsys-rep/bolongcheng__assignment2-systems__profile_small_fwd_A100_cl2048.nsys-rep',
    'refused',
    'nsys-rep',
    null,
  ],
  ['nsys-rep/cestwc__balinski-and-gomory-cuda__report17@f1df8bc.nsys-rep', 'refused', 'nsys-rep', null],
  ['nsys-sqlite/MosesChuka__EasyCUDA__nsys_easy@37a6839.sqlite', 'full', 'nsys-sqlite', 79367984],
  ['nsys-sqlite/MosesChuka__EasyCUDA__report1@955a527.sqlite', 'empty', 'nsys-sqlite', null],
  ['nsys-sqlite/bwyogatama__Mordred-Deprecated__report1@95afc3a.sqlite', 'full', 'nsys-sqlite', 23565592],
  ['nsys-sqlite/lighttransport__gemm__profile.sqlite', 'partial', 'nsys-sqlite', 128589],
  [
    'nsys-text/Scientific-Computing-Lab__ParaCodex__results_hecbench_paracodex_hecbench_codes_bsearch-omp_step1_nsys_output.txt',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nsys-text/Scientific-Computing-Lab__ParaCodex__results_pareval_pareval_res3_microXOR-omp_step2_nsys_output.txt',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nsys-text/ShibukiZero__assignment2-systems__artifacts_experiments_ch1_1_1_4b_2.7b_ctx512_forward_cuda_gpu_kern_sum@5ff107a.txt',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nsys-text/ShibukiZero__assignment2-systems__artifacts_experiments_ch1_1_1_4b_2.7b_ctx512_train_step_cuda_gpu_kern_sum@61e83f5.txt',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nsys-text/duoan__cs336-assignment2-systems__benchmark_results_fsdp_profile_nsys_stats.txt',
    'reader-to-come',
    'nsys-stats',
    null,
  ],
  [
    'nvprof-csv-events/rai-project__go-cupti__output.csv',
    'full',
    'nvprof-csv-events+nvprof-csv-metrics',
    880085,
  ],
  [
    'nvprof-csv-gpu-trace/3upperm2n__blocksizemodel__FDTD3d_trace.csv',
    'full',
    'nvprof-csv-gpu-trace',
    170937812,
  ],
  [
    'nvprof-csv-gpu-trace/3upperm2n__blocksizemodel__binomialOptions_trace.csv',
    'full',
    'nvprof-csv-gpu-trace',
    9801359,
  ],
  [
    'nvprof-csv-gpu-trace/3upperm2n__cke_ovlp_rate__cmp_cmp_profile_results_trace_10000.csv',
    'full',
    'nvprof-csv-gpu-trace',
    82913,
  ],
  [
    'nvprof-csv-gpu-trace/leimingyu__magus__00_featSel_13app_trace_mergeSort_trace.csv',
    'full',
    'nvprof-csv-gpu-trace',
    168339349,
  ],
  [
    'nvprof-csv-gpu-trace/leimingyu__magus__01_phase_contention_test_apps_trace_conjugateGradient_trace.csv',
    'full',
    'nvprof-csv-gpu-trace',
    107132430,
  ],
  [
    'nvprof-csv-metrics/3upperm2n__blocksizemodel__BlackScholes_archive_metrics16.csv',
    'full',
    'nvprof-csv-metrics',
    0.469507,
  ],
  [
    'nvprof-csv-metrics/3upperm2n__blocksizemodel__HSOpticalFlow_metrics.csv',
    'full',
    'nvprof-csv-metrics',
    2.048093,
  ],
  [
    'nvprof-csv-metrics/3upperm2n__cke_ovlp_rate__mm_mm_profile_results_metrics_576.csv',
    'full',
    'nvprof-csv-metrics',
    0.991454,
  ],
  [
    'nvprof-csv-metrics/khaki3__ptxas-wrapper__cc23-artifact_OpenACC-benchmarks_LOG_Maxwell_PROF_NOLOAD.20220415_225110.log',
    'full',
    'ptxas-log+nvprof-csv-metrics',
    7.41423,
  ],
  [
    'nvprof-csv-metrics/leimingyu__magus__00_featSel_13app_metrics_SobolQRNG_metrics.csv',
    'full',
    'nvprof-csv-metrics',
    0.865917,
  ],
  [
    'nvprof-csv-summary/3upperm2n__CKE_Modeling__block_vs_async_vecAdd_nonBlocking_log.csv',
    'full',
    'nvprof-csv-summary',
    12726062,
  ],
  [
    'nvprof-csv-summary/3upperm2n__CKE_Modeling__logGP_lr_ridge_tmp1.csv',
    'full',
    'nvprof-csv-summary',
    41472,
  ],
  [
    'nvprof-sqlite/csc-training__CUDA__exercises_kernel-optimization_timeline.nvvp',
    'full',
    'nvprof-sqlite',
    235399856,
  ],
  [
    'nvprof-text-gpu-trace/3upperm2n__blocksizemodel__transpose_1',
    'full',
    'nvprof-text-gpu-trace',
    733878640,
  ],
  [
    'nvprof-text-gpu-trace/3upperm2n__blocksizemodel__transpose_tmp',
    'full',
    'nvprof-text-gpu-trace',
    732518840,
  ],
  [
    'nvprof-text-metrics/xstupi00__N-Body-OpenACC__step3_profile.out',
    'full',
    'nvprof-text-metrics',
    6606336064,
  ],
  [
    'nvprof-text-metrics/xstupi00__N-Body-OpenACC__step4_profile.out',
    'full',
    'nvprof-text-metrics',
    6606336064,
  ],
  ['nvvp-xml-session/AtilaSaraiva__GPU-Born-Modeling__profile@f56a91d.nvvp', 'refused', 'nvvp-session', null],
  ['nvvp-xml-session/xstupi00__N-Body-OpenACC__profile.nvvp', 'refused', 'nvvp-session', null],
  ['ptxas-log/3upperm2n__ptxas_for_opencl_kernel__mcx_ptx_ptxas_info', 'full', 'ptxas-log', 961],
  ['ptxas-log/3upperm2n__ptxas_for_opencl_kernel__ptxas-info-sm52', 'full', 'ptxas-log', 51],
  [
    'ptxas-log/khaki3__ptxas-wrapper__cc23-artifact_OpenACC-benchmarks_LOG_Maxwell_NORMAL.20220420_224312.log',
    'full',
    'ptxas-log',
    718,
  ],
  [
    'ptxas-log/khaki3__ptxas-wrapper__cc23-artifact_OpenACC-benchmarks_vecadd_kernelgen_README_Kepler',
    'full',
    'ptxas-log',
    81,
  ],
  ['ptxas-log/siboehm__SGEMM_CUDA__src_kernels_registers_info@029dcb6.txt', 'full', 'ptxas-log', 1188],
];

describe('real profile files', () => {
  it('have the verdicts and totals that were counted independently', async function () {
    const folder = path.join(SHARED, 'profiles');
    if (!existsSync(folder)) return this.skip();
    assert.equal(EXPECTED.length, 61);
    for (const [name, status, format, total] of EXPECTED) {
      const file = await readProfile(name, createReadStream(path.join(folder, name)));
      assert.deepEqual([file.status, file.format], [status, format], name);
      if (total !== null) {
        const value = FILE_TOTALS[folderOf(name)]?.value(file) ?? NaN;
        assert.ok(Math.abs(value - total) <= 1e-9 * total, `${name}: ${value}`);
      }
    }
  });

  it('of one author are read without a doubt about any number', async function () {
    const folder = path.join(SHARED, 'moka/traces');
    if (!existsSync(folder)) return this.skip();
    let rows = 0;
    for (const name of readdirSync(folder)) {
      const file = await readProfile(name, createReadStream(path.join(folder, name)));
      // Two of the author's runs died before their result.
      assert.equal(file.status, /Thrust__metrics/.test(name) ? 'empty' : 'full', name);
      assert.ok(
        !file.warnings.some(({ code }) => /untrusted|impossible|inconsistent|damaged/.test(code)),
        name,
      );
      if (name.includes('trace')) rows += file.kernels.length + file.transfers.length;
    }
    // grep -c '^[0-9]' over all of its traces
    assert.equal(rows, 3926);
  });
});
