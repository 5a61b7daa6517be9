import type { ComparedFigure } from '../../gpu/calibration/besideModel';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { ORIGIN_MARK } from '../../kernel/origin';
import { change, significant } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';
import { table } from './table';

/** What was measured of a card beside the catalogue's figures, and where the GPU file is. */
export function calibrationText(
  gpu: GpuSpec,
  relative: GpuSpec,
  figures: readonly ComparedFigure[],
  file: string,
): string {
  const head = [
    say('calibrate.figure'),
    `${say('calibrate.measured')} ${ORIGIN_MARK.measured}`,
    say('calibrate.catalogue', { gpu: relative.id }),
    say('calibrate.difference'),
  ];
  const rows = figures.map(({ figure, unit, measured, catalogue }) => [
    titleOf('figure', figure),
    `${significant(measured)} ${unit}`.trim(),
    catalogue === null ? '–' : `${significant(catalogue)} ${unit}`.trim(),
    catalogue === null ? '' : change(measured / catalogue - 1),
  ]);
  return [
    say('calibrate.of', { name: gpu.name }),
    table(head, rows),
    say('calibrate.written', { file, id: gpu.id }),
  ].join('\n\n');
}
