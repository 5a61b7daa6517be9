import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import type { Kernel, Launch } from '../../../src/kernel/kernel';
import type { CompiledKernel, KernelProfile, ProfileFile } from '../../../src/kernel/profile';
import { known } from '../../../src/kernel/symbolic';
import { EMPTY_LAUNCH } from '../../../src/profiles/nvprof/metricTable';
import { joinProfiles, type ProfileJoin } from '../../../src/profiles/join';
import { only } from './helpers';

const RANGE = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 0 };

/** A kernel from its declaration: `ns::name`, parameter types, template parameters `kind name`. */
function kernel(
  qualifiedName: string,
  types: readonly string[],
  template: readonly string[] = [],
  more: Partial<Kernel> = {},
): Kernel {
  const name = qualifiedName.replace(/<.*/, '').split('::').at(-1) ?? '';
  return {
    id: `a.cu#${qualifiedName}(${types.join()})${more.path ?? ''}`,
    name,
    qualifiedName,
    path: 'a.cu',
    line: 1,
    range: RANGE,
    nameRange: RANGE,
    parameters: types.map((type, i) => ({ type, name: `p${i}` })),
    template: template.map((text) => {
      const at = text.lastIndexOf(' ');
      return { kind: text.slice(0, at), name: text.slice(at + 1) };
    }),
    launchBounds: null,
    shared: [],
    mix: null,
    fromMacro: false,
    ...more,
  };
}

const row = (name: string, more: Partial<KernelProfile> = {}): KernelProfile => ({
  name,
  ...EMPTY_LAUNCH,
  device: null,
  calls: 1,
  metrics: {},
  location: { path: 'p.csv', line: 1 },
  ...more,
});

const profile = (rows: readonly KernelProfile[], compiled: readonly CompiledKernel[] = []): ProfileFile => ({
  path: 'p.csv',
  format: 'f',
  status: 'full',
  device: null,
  kernels: rows,
  transfers: [],
  api: [],
  compiled,
  warnings: [],
});

const join = (
  kernels: readonly Kernel[],
  name: string,
  more: Partial<KernelProfile> = {},
  launches: readonly Launch[] = [],
): ProfileJoin => only(joinProfiles(kernels, [profile([row(name, more)])], launches));

const ids = (kernels: readonly Kernel[], name: string): readonly string[] => join(kernels, name).kernelIds;

describe('joining profiles to source', () => {
  it('finds one kernel under the spellings of every tool', () => {
    const fill = kernel(
      'at::native::vectorized_elementwise_kernel',
      ['int', 'func_t', 'array_t'],
      ['int vec_size', 'typename func_t', 'typename array_t'],
    );
    const other = kernel('at::native::unrolled_elementwise_kernel', ['int', 'func_t'], ['typename func_t']);
    for (const name of [
      'void at::native::vectorized_elementwise_kernel<int=4, at::native::FillFunctor<float>, at::detail::Array<char*, int=1>>(int, float, at::detail::Array<char*, int=1>)',
      'void at::native::vectorized_elementwise_kernel<(int)4, at::native::FillFunctor<float>, std::array<char *, (unsigned long)1>>(int, T2, T3)',
      'void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::detail::Array<char*, 1> >(int, at::native::FillFunctor<float>, at::detail::Array<char*, 1>) [12]',
      'at::native::vectorized_elementwise_kernel',
      '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEENS0_5ArrayIPcLi1EEEEEviT0_T1_',
      'void at::native::vectorized_elementwise_kernel<int=4, at::native::FillFunctor<flo...',
      'at::native::vectorized_element…',
      // A symbol that the demangler gives up on still has its names.
      '_ZN2at6native29vectorized_elementwise_kernelIDTcl1fEEEvi',
    ]) {
      const result = join([fill, other], name);
      assert.deepEqual([result.state, result.kernelIds], ['joined', [fill.id]], name);
    }
  });

  it('tells overloads apart by parameter types in any order and spelling', () => {
    const overloads = [
      kernel('k', ['const float *__restrict__', 'uint']),
      kernel('k', ['const double *', 'unsigned int']),
      kernel('k', ['float *', 'unsigned int', 'int']),
      kernel('k', ['float **', 'unsigned int']),
    ];
    const id = (i: number): string[] => [overloads[i]?.id ?? ''];
    assert.deepEqual(ids(overloads, 'k(float const *, unsigned int)'), id(0));
    assert.deepEqual(ids(overloads, 'k(const double *, unsigned int)'), id(1));
    assert.deepEqual(ids(overloads, '_Z1kPfji'), id(2));
    assert.deepEqual(ids(overloads, '_Z1kPPfj'), id(3));
    assert.deepEqual(ids(overloads, 'k(long, long)'), []);
  });

  it('prefers a sure match to a possible one, and says when several are possible', () => {
    const plain = kernel('k', ['float *']);
    const typedef = kernel('k', ['real *']);
    assert.deepEqual(ids([typedef, plain], 'k(float*)'), [plain.id]);
    assert.deepEqual(ids([typedef, plain], 'k(double*)'), [typedef.id]);
    const ambiguous = join([typedef, plain], 'k');
    assert.equal(ambiguous.state, 'ambiguous');
    assert.match(english(ambiguous.reason ?? ''), /2 kernels/);
  });

  it('knows templates from functions, types from values, and specialisations', () => {
    const template = kernel('k', ['T *'], ['typename T']);
    const sized = kernel('k', ['float *'], ['int N']);
    const plain = kernel('k', ['float *']);
    const special = kernel('k<double>', ['double *']);
    const all = [template, sized, plain, special];
    assert.deepEqual(ids(all, 'void k<float>(float*)'), [template.id]);
    assert.deepEqual(ids(all, 'void k<int=4>(float*)'), [sized.id]);
    assert.deepEqual(ids(all, 'k(float*)'), [plain.id]);
    assert.deepEqual(ids(all, 'void k<double>(double*)'), [special.id]);
    assert.deepEqual(ids(all, '_Z1kIdEvPT_'), [special.id]);
    const variadic = kernel('v', ['Args...'], ['typename... Args']);
    assert.deepEqual(ids([variadic], '_Z1vIJifEEvDpT_'), [variadic.id]);
  });

  it('compares namespaces, without anonymous ones', () => {
    const a = kernel('a::k', ['int']);
    const b = kernel('b::k', ['int']);
    const hidden = kernel('k', ['int']);
    assert.deepEqual(ids([a, b], 'b::k(int)'), [b.id]);
    assert.deepEqual(ids([a, b], 'c::k(int)'), []);
    for (const name of [
      '(anonymous namespace)::k(int)',
      '<unnamed>::k(int)',
      'unnamed>::k(int)',
      '_ZN12_GLOBAL__N_11kEi',
      '_GLOBAL__N__51_tmpxft_0::k(int)',
    ])
      assert.deepEqual(ids([hidden, a], name), [hidden.id], name);
  });

  it('uses launches and bounds in source to rule kernels out, and keeps the rest open', () => {
    const one = kernel('k', ['int'], [], { path: 'one.cu' });
    const two = kernel('k', ['int'], [], { path: 'two.cu' });
    const launch = (of: Kernel, block: number): Launch => ({
      callee: 'k',
      kernelIds: [of.id],
      kind: 'triple-chevron',
      path: of.path,
      line: 1,
      range: RANGE,
      configRange: RANGE,
      grid: [{ text: 'n', value: null, unknowns: ['n'] }, known(1), known(1)],
      block: [known(block), known(1), known(1)],
      sharedBytes: known(0),
      stream: known(0),
      templateArguments: [],
      arguments: [],
    });
    const launches = [launch(one, 128), launch(two, 256)];
    assert.deepEqual(join([one, two], 'k(int)', { block: [256, 1, 1] }, launches).kernelIds, [two.id]);
    assert.equal(join([one, two], 'k(int)', { block: [64, 1, 1] }, launches).state, 'ambiguous');
    assert.equal(join([one, two], 'k(int)', {}, launches).state, 'ambiguous');
    const bounded = { ...one, launchBounds: { maxThreadsPerBlock: known(128) } };
    assert.deepEqual(join([bounded, two], 'k(int)', { block: [256, 1, 1] }).kernelIds, [two.id]);
    const inactive = { ...one, inactive: '#if 0' };
    assert.deepEqual(ids([inactive, two], 'k(int)'), [two.id]);
  });

  it('joins ptxas facts with measured rows of the same spelling', () => {
    const k = kernel('k', ['float *', 'int']);
    const compiled: CompiledKernel = {
      name: '_Z1kPfi',
      architecture: 'sm_86',
      registers: 9,
      staticSharedBytes: 0,
      constantBytes: {},
      stackBytes: 0,
      spillStoreBytes: 0,
      spillLoadBytes: 0,
      location: { path: 'p.csv', line: 1 },
    };
    const result = only(joinProfiles([k], [profile([row('_Z1kPfi'), row('_Z1kPfi')], [compiled])]));
    assert.deepEqual([result.kernelIds, result.rows.length, result.compiled], [[k.id], 2, [compiled]]);
  });

  it('names what compilers and other languages made', () => {
    const reasonOf = (name: string): string => english(join([], name).reason ?? '');
    assert.match(reasonOf('divergence_63_gpu'), /OpenACC region in divergence, line 63/);
    assert.match(
      reasonOf('centerOfMassGPU_100_gpu__red(Particles const &, int)'),
      /centerOfMassGPU, line 100/,
    );
    assert.match(reasonOf('nvkernel__Z11mixbenchGPUli_F1L55_6'), /mixbenchGPU, line 55/);
    assert.match(reasonOf('__omp_offloading_10302_2a3b_main_l12'), /OpenMP region in main, line 12/);
    assert.match(reasonOf('square_kernel_0d1d234'), /Triton function in square_kernel/);
    assert.match(reasonOf('set_microphysics_k__FILE_src_x_jl_L992'), /Julia function.*line 992/);
    assert.match(reasonOf('gemm_v2'), /no kernel of this name/);
  });
});
