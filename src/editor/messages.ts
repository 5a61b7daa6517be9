import * as v from 'valibot';
import { MOST_CANDIDATES } from '../analysis/results/colocateResult';
import { FILE_VIEWS, MOST_CONTENDERS, MOST_SHARING, type DashboardMessage } from '../analysis/protocol';
import type { ProfileEditorMessage } from '../analysis/profileProtocol';
import { SHARING_MODES } from '../kernel/prediction';
import { numberBetween, validate, wholeNumber } from '../kernel/validation';
import { MECHANISMS } from '../sharing/applied/appliedSplit';

/** What a page may send at most: texts to be saved are as long as a whole table. */
const MOST_TEXT = 200_000_000;
const MOST_NAMES = 1000;
const MOST_LINES = 2 ** 31;
/** A target beyond this is none. */
const MOST_SLOWDOWN = 1000;

const name = v.pipe(v.string(), v.maxLength(5000));
const text = v.pipe(v.string(), v.maxLength(MOST_TEXT));
const names = v.pipe(v.array(name), v.maxLength(MOST_NAMES));
const line = wholeNumber(0, MOST_LINES);
const threads = wholeNumber(1, 1024);
const weight = numberBetween(0, Number.MAX_VALUE);

const bare = <T extends string>(type: T) => v.object({ type: v.literal(type) });
const reveal = v.object({ type: v.literal('reveal'), path: name, line });
const copy = v.object({ type: v.literal('copy'), text, what: name });
const save = v.object({ type: v.literal('save'), suggestedName: name, text });

const goal = v.variant('kind', [
  v.object({ kind: v.literal('fair'), weights: v.pipe(v.array(weight), v.maxLength(MOST_NAMES)) }),
  v.object({
    kind: v.literal('qos'),
    targets: v.pipe(v.array(v.nullable(weight)), v.maxLength(MOST_NAMES)),
  }),
]);

/** An operation of an application, by its place and label. */
const operation = { operation: line, label: name };
const streamMoves = v.pipe(v.array(v.object({ ...operation, stream: name })), v.maxLength(MOST_NAMES));
const issueMoves = v.pipe(
  v.array(v.object({ ...operation, by: v.picklist([-1, 1]) })),
  v.maxLength(MOST_NAMES),
);
const blockChanges = v.pipe(
  v.array(
    v.object({
      kernel: name,
      current: threads,
      threadsPerBlock: threads,
      timeFactor: v.pipe(v.number(), v.finite(), v.minValue(0)),
    }),
  ),
  v.maxLength(MOST_NAMES),
);
const whatIf = v.object({
  application: text,
  moves: streamMoves,
  issued: issueMoves,
  pinned: v.boolean(),
  blocks: blockChanges,
  machine: v.object({ gpu: v.nullable(name), mpsPercentage: v.nullable(numberBetween(1, 100)) }),
});

const fileView = v.picklist(FILE_VIEWS);

/** Kernels or programs that are compared. */
const contenders = (one: typeof name | typeof text) =>
  v.pipe(v.array(one), v.minLength(2), v.maxLength(MOST_CONTENDERS));

/** An application beside or as a service, and the bytes that it keeps. */
const colocated = v.object({ key: text, footprintBytes: v.nullable(weight), aloneNs: v.nullable(weight) });
const colocation = v.object({
  service: colocated,
  batch: v.pipe(v.array(colocated), v.minLength(1), v.maxLength(MOST_CANDIDATES)),
  target: v.object({
    slowdown: numberBetween(1, MOST_SLOWDOWN),
    ns: v.nullable(weight),
    of: v.picklist(['mean', 'p95']),
  }),
});

const DASHBOARD = v.variant('type', [
  ...(['ready', 'analyze', 'allPairs', 'cancel', 'cancelShare', 'cancelYield', 'cancelCompare'] as const).map(
    bare,
  ),
  bare('cancelColocate'),
  ...(['pinBaseline', 'writeReport', 'clearBaseline', 'importProfile'] as const).map(bare),
  ...(['openSamples', 'showLog'] as const).map(bare),
  v.object({
    type: v.literal('share'),
    request: v.object({
      programs: v.exactOptional(v.pipe(v.array(text), v.maxLength(MOST_SHARING))),
      kernelIds: names,
      goal,
      mechanism: v.nullable(v.picklist(MECHANISMS)),
    }),
  }),
  v.object({
    type: v.literal('searchYield'),
    request: v.object({ kernelIds: v.strictTuple([name, name]), qos: numberBetween(1, MOST_SLOWDOWN) }),
  }),
  v.object({ type: v.literal('previewYielding'), kernelId: name }),
  v.object({
    type: v.literal('compare'),
    request: v.union([
      v.object({ kernelIds: contenders(name), gpus: names }),
      v.object({ programs: contenders(text), gpus: names }),
    ]),
  }),
  v.object({ type: v.literal('colocate'), request: colocation }),
  v.object({
    type: v.literal('pair'),
    pairs: v.pipe(v.array(v.strictTuple([name, name])), v.maxLength(MOST_NAMES)),
  }),
  v.object({ type: v.literal('whatIf'), request: v.nullable(whatIf) }),
  v.object({ type: v.literal('runFile'), view: fileView, again: v.boolean() }),
  v.object({ type: v.literal('cancelFile'), view: fileView }),
  v.object({ type: v.literal('openFile'), view: fileView, what: v.picklist(['json', 'file']) }),
  v.object({ type: v.literal('selectGpu'), id: name }),
  v.object({ type: v.literal('selectMode'), mode: v.picklist(SHARING_MODES) }),
  v.object({ type: v.literal('applyAdvice'), id: name }),
  v.object({
    type: v.literal('setAssumption'),
    key: name,
    value: v.nullable(v.union([v.pipe(v.number(), v.finite()), name])),
  }),
  v.object({ type: v.literal('askAssumption'), key: name }),
  v.object({ type: v.literal('openProfile'), path: name }),
  reveal,
  copy,
  save,
]);

const PROFILE = v.variant('type', [
  ...(['ready', 'cancel', 'reread', 'export', 'openAsText', 'selectGpu', 'import'] as const).map(bare),
  v.object({ type: v.literal('revealRow'), line }),
  reveal,
  copy,
  save,
]);

/**
 * What the dashboard has sent; nothing else of it reaches the editor.
 * @throws InputError naming the field that is at fault
 */
export function dashboardMessage(value: unknown): DashboardMessage {
  return validate(DASHBOARD, value);
}

/**
 * What the page of a profile has sent.
 * @throws InputError naming the field that is at fault
 */
export function profileMessage(value: unknown): ProfileEditorMessage {
  return validate(PROFILE, value);
}
