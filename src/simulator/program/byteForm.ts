import { WARP_SIZE } from '../../kernel/warp';
import { laneShape, type LaneShape } from './image';
import { scaleForm, type AffineForm } from '../../kernel/totals/laneExpression';
import { isWhole } from './plainForm';
import { bankPasses } from './sharedBanks';

/** Bytes that the lanes of one warp touch, from its first lane on, and the passes that they take through the banks. */
interface LanePattern {
  readonly first: number;
  readonly shape: LaneShape;
  readonly passes: number;
}

/** What patterns of an access depend on beside its index. */
export interface AccessLanes {
  readonly threadsPerBlock: number;
  /** Bytes that one lane touches. */
  readonly laneBytes: number;
  /** Banks of the memory; null where it has none. */
  readonly banks: number | null;
}

/** An index in bytes. It is kept with the index: a program is compiled again for each window of each pair that it is in. */
export class ByteForm {
  readonly form: AffineForm;
  /** Whether it is a whole number of bytes in all threads. */
  readonly isWhole: boolean;
  private readonly known = new Map<string, readonly LanePattern[]>();

  constructor(index: AffineForm, elementBytes: number) {
    this.form = scaleForm(index, elementBytes);
    this.isWhole = isWhole(this.form);
  }

  /** One for each warp of the block, so that the hot loop need not look at lanes. */
  patterns(lanes: AccessLanes): readonly LanePattern[] {
    const key = `${lanes.threadsPerBlock} ${lanes.laneBytes} ${lanes.banks}`;
    const patterns = this.known.get(key) ?? patternsOf(this.form, lanes);
    this.known.set(key, patterns);
    return patterns;
  }
}

const formsOf = new WeakMap<AffineForm, Map<number, ByteForm>>();

/** An index of elements in bytes. */
export function byteForm(index: AffineForm, elementBytes: number): ByteForm {
  const bySize = formsOf.get(index) ?? new Map<number, ByteForm>();
  formsOf.set(index, bySize);
  const form = bySize.get(elementBytes) ?? new ByteForm(index, elementBytes);
  bySize.set(elementBytes, form);
  return form;
}

function patternsOf(
  { threads, constant }: AffineForm,
  { threadsPerBlock, laneBytes, banks }: AccessLanes,
): readonly LanePattern[] {
  const patterns: LanePattern[] = [];
  for (let start = 0; start < threadsPerBlock; start += WARP_SIZE) {
    const first = threads?.[start] ?? 0;
    const lanes = Math.min(WARP_SIZE, threadsPerBlock - start);
    const offsets = new Float64Array(WARP_SIZE);
    if (threads !== null)
      for (let lane = 0; lane < lanes; lane++) offsets[lane] = threads[start + lane]! - first;
    const active = lanes === WARP_SIZE ? -1 : (1 << lanes) - 1;
    const passes =
      banks === null
        ? 0
        : bankPasses(
            offsets.map((offset) => offset + first + constant),
            active,
            laneBytes,
            banks,
          );
    patterns.push({ first, shape: shapeOf(offsets, patterns.at(-1)?.shape), passes });
  }
  return patterns;
}

/** Warps of a block mostly have one shape. */
function shapeOf(offsets: Float64Array, before: LaneShape | undefined): LaneShape {
  const isAlike = before?.offsets.every((offset, lane) => offset === offsets[lane]);
  return isAlike ? before! : laneShape(offsets);
}
