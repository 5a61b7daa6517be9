import assert from 'node:assert/strict';
import fc from 'fast-check';
import { demangle } from '../../../src/profiles/names/demangle';

/** Symbols of g++ and nvcc with what c++filt makes of them (return types left out). */
const KNOWN: readonly (readonly [string, string])[] = [
  ['_Z9computeUViiPfS_', 'computeUV(int, int, float*, float*)'],
  [
    '_Z10downsampleiiiPfS_S_S_S_S_',
    'downsample(int, int, int, float*, float*, float*, float*, float*, float*)',
  ],
  [
    '_Z13mcx_main_loopILi4EEvPjPfS1_S0_P6float4S3_S3_S1_S0_S1_S1_S1_PmS1_PVi',
    'mcx_main_loop<4>(unsigned int*, float*, float*, unsigned int*, float4*, float4*, float4*, float*, unsigned int*, float*, float*, float*, unsigned long*, float*, int volatile*)',
  ],
  [
    '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEENS0_5ArrayIPcLi1EEEEEviT0_T1_',
    'at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::native::Array<char*, 1> >(int, at::native::FillFunctor<float>, at::native::Array<char*, 1>)',
  ],
  ['_ZN2at12_GLOBAL__N_15anonkEPfPKf', 'at::(anonymous namespace)::anonk(float*, float const*)'],
  ['_Z2fpIXadL_Z6targetPiEEEvv', 'fp<&(target(int*))>()'],
  ['_Z2k1IKiEvPT_PKS1_RS1_OS1_', 'k1<int const>(int const*, int const*, int const&, int const&&)'],
  ['_Z2k2IfEvPFvT_iERA4_iPA3_S0_', 'k2<float>(void (*)(float, int), int (&) [4], float (*) [3])'],
  ['_Z2k3IL4Mode1EL2E15ELj7ELln3ELm9ELc97ELb1EEvv', 'k3<(Mode)1, (E1)5, 7u, -3l, 9ul, (char)97, true>()'],
  ['_Z2k4IXadL_ZN1S1mEEEEvv', 'k4<&S::m>()'],
  ['_Z2k5ISt5arrayEvT_IfLm3EE', 'k5<std::array>(std::array<float, 3ul>)'],
  [
    '_Z2k6St5arrayIPcLm3EES1_St5tupleIJifEE',
    'k6(std::array<char*, 3ul>, std::array<char*, 3ul>, std::tuple<int, float>)',
  ],
  ['_Z3arrPA4_iPA3_S_RA2_Ki', 'arr(int (*) [4], int (*) [3][4], int const (&) [2])'],
  ['_Z3depI1DENT_4typeEPS2_', 'dep<D>(D::type*)'],
  ['_Z3k4bM1SiMS_FviE', 'k4b(int S::*, void (S::*)(int))'],
  ['_Z3lamIZ4mainEUlfPiE0_EvT_', 'lam<main::{lambda(float, int*)#2}>(main::{lambda(float, int*)#2})'],
  [
    '_Z4volkPViPj6float46__halfS2_PS2_PKPKS2_',
    'volk(int volatile*, unsigned int*, float4, __half, float4, float4*, float4 const* const*)',
  ],
  ['_ZL4statPi', 'stat(int*)'],
  ['_ZN1S2InIfE4deepILi3EEEvfS1_', 'S::In<float>::deep<3>(float, S::In<float>)'],
  ['_ZN2OpIfEclEf', 'Op<float>::operator()(float)'],
  ['_ZN2at6native4intsIJLi1ELin2ELi3EEEEvi', 'at::native::ints<1, -2, 3>(int)'],
  ['_ZN2at6native5packkIJEEEvDpT_', 'at::native::packk<>()'],
  [
    '_ZN2at6native5tpackIiJifEEEvPT_DpRKT0_',
    'at::native::tpack<int, int, float>(int*, int const&, float const&)',
  ],
  [
    '_Z2k7hastxynewDsDiDn',
    'k7(unsigned char, signed char, short, unsigned short, long long, unsigned long long, __int128, long double, wchar_t, char16_t, char32_t, decltype(nullptr))',
  ],
  ['_Z1kPfi.constprop.0', 'k(float*, int)'],
];

/** Writes the symbol of a function with plain parameters: the way back for the property below. */
function mangle(path: readonly string[], parameters: readonly string[]): string {
  const names = path.map((name) => `${name.length}${name}`).join('');
  return `_Z${path.length > 1 ? `N${names}E` : names}${parameters.length === 0 ? 'v' : parameters.join('')}`;
}

const TYPES: Readonly<Record<string, string>> = {
  i: 'int',
  f: 'float',
  d: 'double',
  Pc: 'char*',
  PKh: 'unsigned char const*',
};

describe('demangling', () => {
  it('gives what c++filt gives', () => {
    for (const [symbol, expected] of KNOWN) assert.equal(demangle(symbol)?.full, expected, symbol);
  });

  it('tells the name, template arguments and parameters apart', () => {
    assert.deepEqual(demangle('_ZN1S2InIfE4deepILi3EEEvfS1_'), {
      qualifiedName: 'S::In::deep',
      templateArguments: ['3'],
      parameters: ['float', 'S::In<float>'],
      full: 'S::In<float>::deep<3>(float, S::In<float>)',
    });
    assert.equal(demangle('_Z1kv')?.templateArguments, null);
    assert.deepEqual(demangle('_Z1kv')?.parameters, []);
  });

  it('reads back names and parameters as they were written, each type once or again', () => {
    const name = fc.stringMatching(/^[a-z_][A-Za-z0-9_]{0,9}$/);
    const types = fc.uniqueArray(fc.constantFrom(...Object.keys(TYPES)), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), types, (path, parameters) => {
        const result = demangle(mangle(path, parameters));
        assert.equal(result?.qualifiedName, path.join('::'));
        assert.deepEqual(
          result?.parameters,
          parameters.map((code) => TYPES[code]),
        );
      }),
    );
  });

  it('gives up on what it does not support, on damage, and on names made to explode', () => {
    for (const symbol of [
      '',
      'k',
      '_Z',
      '_Z1',
      '_Z5k',
      '_Z1kDTcl1fEE',
      '_ZN1AC1Ev',
      '_Z1kS_',
      '_Z1kT_',
      '_Z1kDv4_f',
    ])
      assert.equal(demangle(symbol), null, symbol);
    // Each pair of function types holds the one before twice: the text doubles with every step.
    const doubling = (steps: number): string =>
      Array.from({ length: steps }, (_, i) =>
        i === 0
          ? 'FiiE'
          : `FiS${i === 1 ? '' : (i - 2).toString(36).toUpperCase()}_S${i === 1 ? '' : (i - 2).toString(36).toUpperCase()}_E`,
      ).join('');
    assert.equal(
      demangle(`_Z1k${doubling(3)}`)?.parameters?.[2],
      'int (int (int (int), int (int)), int (int (int), int (int)))',
    );
    assert.equal(demangle(`_Z1k${doubling(40)}`), null);
    assert.equal(demangle(`_Z1k${'P'.repeat(5000)}i`), null);
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOWN.map(([symbol]) => symbol)),
        fc.nat(),
        fc.string({ maxLength: 2 }),
        (symbol, at, by) => {
          const from = at % symbol.length;
          demangle(symbol.slice(0, from) + by + symbol.slice(from + 1));
          demangle(symbol.slice(0, from));
        },
      ),
    );
  });
});
