import { scalar, type CType, type StructField } from './types';

const field = (name: string, type: CType): StructField => ({ name, type });
const [U32, I32, F32, F64] = (['u32', 'i32', 'f32', 'f64'] as const).map(scalar) as [
  CType,
  CType,
  CType,
  CType,
];

/** What both generators keep of a pair of normal numbers, in the order of the header. */
const NORMAL_PAIR = [
  field('boxmuller_flag', I32),
  field('boxmuller_flag_double', I32),
  field('boxmuller_extra', F32),
  field('boxmuller_extra_double', F64),
];
/** 48 bytes (curand_kernel.h of CUDA 11.7). */
const XORWOW: CType = {
  kind: 'struct',
  name: 'curandStateXORWOW',
  fields: [field('d', U32), field('v', { kind: 'array', element: U32, length: 5 }), ...NORMAL_PAIR],
};
/** 64 bytes (the same header). */
const PHILOX: CType = {
  kind: 'struct',
  name: 'curandStatePhilox4_32_10',
  fields: [
    field('ctr', { kind: 'vector', scalar: 'u32', lanes: 4 }),
    field('output', { kind: 'vector', scalar: 'u32', lanes: 4 }),
    field('key', { kind: 'vector', scalar: 'u32', lanes: 2 }),
    field('STATE', U32),
    ...NORMAL_PAIR,
  ],
};
const COMPLEX: CType = { kind: 'vector', scalar: 'f32', lanes: 2 };
const DOUBLE_COMPLEX: CType = { kind: 'vector', scalar: 'f64', lanes: 2 };

/** A vector of GLM, whose members lie side by side and which is loaded by members. */
const glm = (kind: string, type: CType, lanes: number): readonly [string, CType] => {
  const name = `glm::${kind}vec${lanes}`;
  return [
    name,
    { kind: 'struct', name, fields: ['x', 'y', 'z', 'w'].slice(0, lanes).map((one) => field(one, type)) },
  ];
};
const KINDS: readonly (readonly [string, CType])[] = [
  ['', F32],
  ['d', F64],
  ['i', I32],
  ['u', U32],
];
const GLM_VECTORS: ReadonlyMap<string, CType> = new Map(
  KINDS.flatMap(([kind, type]) => [2, 3, 4].map((lanes) => glm(kind, type, lanes))),
);
/** A matrix of GLM: its columns (GLM 0.9.9, `mat4x4.hpp`). */
const matrix = (kind: string, columns: number): readonly [string, CType] => {
  const [name, element] = [`glm::${kind}mat${columns}`, GLM_VECTORS.get(`glm::${kind}vec${columns}`)!];
  return [
    name,
    { kind: 'struct', name, fields: [field('value', { kind: 'array', element, length: columns })] },
  ];
};

/** Types that headers of GLM and of CUDA's own libraries declare, which no workspace has. */
const LIBRARY_TYPES: ReadonlyMap<string, CType> = new Map([
  ['curandState', XORWOW],
  ['curandState_t', XORWOW],
  ['curandStateXORWOW', XORWOW],
  ['curandStateXORWOW_t', XORWOW],
  ['curandStatePhilox4_32_10', PHILOX],
  ['curandStatePhilox4_32_10_t', PHILOX],
  ['cuComplex', COMPLEX],
  ['cuFloatComplex', COMPLEX],
  ['cuDoubleComplex', DOUBLE_COMPLEX],
  ['cufftComplex', COMPLEX],
  ['cufftDoubleComplex', DOUBLE_COMPLEX],
  ['cufftReal', F32],
  ['cufftDoubleReal', F64],
  ...GLM_VECTORS,
  ...['', 'd'].flatMap((kind) => [2, 3, 4].map((columns) => matrix(kind, columns))),
]);

/** A type of these libraries by its name; null for every other one. */
export const libraryType = (name: string): CType | null => LIBRARY_TYPES.get(name) ?? null;
