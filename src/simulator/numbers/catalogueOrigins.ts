import { message } from '../../kernel/message';
import type { CatalogueSource, GpuSpec } from '../../kernel/gpuSpec';
import { originBy, type NumberKind, type NumberOrigin, type Rule } from './origin';

/** Numbers of the catalogue's entry, whose groups have their sources with them. */
const RULES: readonly Rule<GpuSpec>[] = [
  ['dram.measuredGBs', from('measured', 'measuredBandwidth')],
  ['latencyCycles', (gpu) => of(gpu, gpu.simulatedOnly ? 'published' : 'measured', 'latency')],
  ['measured', from('measured', 'specification')],
  ['copyEngines', from('published', 'copyEngines')],
  ['hardwareQueues', from('published', 'hardwareQueues')],
  ['limits', from('published', 'limits')],
  ['sharing', from('published', 'sharing')],
  ...['sms', 'baseClockMHz', 'boostClockMHz', 'l2Bytes', 'dram', 'pcieGeneration'].map(
    (field): Rule<GpuSpec> => [field, from('published', 'specification')],
  ),
];

/** Names that files of GPUs of the user's own have for fields. */
const FILE_NAMES: Readonly<Record<string, string>> = { l2Bytes: 'l2KiB' };

export function catalogueOrigin(gpu: GpuSpec, field: string): NumberOrigin {
  const { standIn } = gpu;
  if (standIn?.fields.includes(FILE_NAMES[field] ?? field) === true)
    return { kind: 'assumed', source: message('simulator.standIn', { gpu: standIn.gpu }) };
  return originBy(RULES, gpu, field);
}

function from(kind: NumberKind, group: string): (gpu: GpuSpec) => NumberOrigin {
  return (gpu) => of(gpu, kind, group);
}

/** By the sources of a group; by that of the whole entry where the group has none of its own. */
function of({ sources }: GpuSpec, kind: NumberKind, group: string): NumberOrigin {
  const own = Object.entries(sources).filter(([key]) => key === group || key.startsWith(`${group}:`));
  const texts = own.map(([, source]) => textOf(source));
  return { kind, source: texts.length > 0 ? texts.join('; ') : textOf(sources['specification']!) };
}

const textOf = ({ text, recalled }: CatalogueSource): string => (recalled ? `${text} (recalled)` : text);
