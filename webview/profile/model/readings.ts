import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { KernelReading, Told } from '../../../src/kernel/kernelReading';
import type { KernelProfile } from '../../../src/kernel/profile';
import { say, titleOf } from '../../../src/words';

/** What the name of a kernel says; null where it says nothing. */
export function readingOf(
  readings: ProfilePage['readings'],
  { name }: Pick<KernelProfile, 'name'>,
): KernelReading | null {
  return Object.hasOwn(readings, name) ? readings[name]! : null;
}

const marked = (text: string, { assumed }: Told<unknown>): string =>
  assumed ? say('webview.profile.assumedValue', { text }) : text;

/** Operation and data type in one cell: `matrix products, bf16 (assumed)`; null where neither is told. */
export function operationText(reading: KernelReading | null): string | null {
  const { operation = null, dataType = null } = reading ?? {};
  const parts = [
    operation && marked(titleOf('operation', operation.value), operation),
    dataType && marked(dataType.value, dataType),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Everything that a name says, in pairs of term and value. */
export function readingPairs(reading: KernelReading | null): [string, string][] {
  if (reading === null) return [];
  const { library, detail, tile, stages, tensorCores, architecture } = reading;
  const tensor =
    tensorCores &&
    marked(say(tensorCores.value ? 'webview.profile.tensorYes' : 'webview.profile.tensorNo'), tensorCores);
  const pairs: [string, string | null][] = [
    [say('webview.profile.operation'), operationText(reading)],
    [say('webview.profile.library'), library && (detail === null ? library : `${library}: ${detail}`)],
    [say('webview.profile.tile'), tile && tile.join('×')],
    [say('webview.profile.stages'), stages === null ? null : String(stages)],
    [say('webview.profile.tensorCores'), tensor],
    [say('webview.profile.architecture'), architecture],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}
