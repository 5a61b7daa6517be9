import type { ImageBuilder } from './image';
import { LANE_OPERATIONS, type AffineForm, type LaneForm } from '../../kernel/totals/laneExpression';

/** Adds an affine form to the image; its row in `affine`. */
export function addAffine(builder: ImageBuilder, form: AffineForm): number {
  const firstTerm = builder.size('term');
  for (const [depth, coefficient] of form.loops)
    if (coefficient !== 0) builder.add('term', { depth, coefficient });
  return builder.add('affine', {
    constant: form.constant,
    blockX: form.block[0],
    blockY: form.block[1],
    blockZ: form.block[2],
    firstTerm,
    lastTerm: builder.size('term'),
    threads: form.threads === null ? -1 : builder.addThreads(form.threads),
  });
}

/** Adds a lane value to the image; its row in `value`. */
export function addValue(builder: ImageBuilder, form: LaneForm): number {
  if (form.kind === 'affine')
    return builder.add('value', { affine: addAffine(builder, form.form), firstStep: 0, lastStep: 0 });
  const codes = postfix(builder, form);
  const firstStep = builder.size('step');
  for (const code of codes) builder.add('step', { code });
  return builder.add('value', { affine: -1, firstStep, lastStep: builder.size('step') });
}

function postfix(builder: ImageBuilder, form: LaneForm): number[] {
  if (form.kind === 'affine') return [addAffine(builder, form.form)];
  return [...form.of.flatMap((part) => postfix(builder, part)), -1 - LANE_OPERATIONS.indexOf(form.operation)];
}
