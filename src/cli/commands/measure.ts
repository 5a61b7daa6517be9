import path from 'node:path';
import {
  MEASURE_SCRIPT,
  MEASURED_OUTPUT,
  runMeasurement,
  writeMeasurement,
} from '../../analysis/calibration/coRunMeasurement';
import { CoRunComparison, MOST_CYCLES, sampleOf } from '../../analysis/measuredCoRuns/compareCoRuns';
import { scoresOf, type ComparedCoRun } from '../../analysis/measuredCoRuns/scores';
import { nodeProgramMakers } from '../../analysis/scenarios/nodeMakers';
import { parseJson } from '../../files/json';
import { readText } from '../../files/readText';
import { writeWhole } from '../../files/writeFile';
import { findGpu, requireGpu } from '../../gpu/findGpu';
import { parseCoRunData, type CoRunData } from '../../gpu/measuredCoRuns/coRunData';
import { readPrinted } from '../../gpu/measuredCoRuns/printedCoRuns';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { coRunText } from '../../words/texts/coRunText';
import type { MeasureAnswer } from '../answers';
import { text, UsageError, whole, type Answer, type Command, type Invocation } from '../command';
import { distFolder } from '../distFolder';
import { readFrom } from '../../files/readFrom';

export const measure: Command = {
  name: 'measure',
  summary: message('cli.measure.summary'),
  usage:
    '--run [--mps] | --emit DIR | --import FILE [--compare [--gpu ID] [--sample N] [--cycles N]] [--device N] [--nvcc PATH] [--out FILE] [--json]',
  options: {
    run: { type: 'boolean', help: message('cli.calibrate.run') },
    mps: { type: 'boolean', help: message('cli.measure.mps') },
    emit: { type: 'string', value: 'DIR', help: message('cli.measure.emit', { script: MEASURE_SCRIPT }) },
    import: { type: 'string', value: 'FILE', help: message('cli.measure.import') },
    compare: { type: 'boolean', help: message('cli.measure.compare') },
    gpu: { type: 'string', value: 'ID', help: message('cli.measure.gpu') },
    sample: { type: 'string', value: 'N', help: message('cli.measure.sample') },
    cycles: { type: 'string', value: 'N', help: message('cli.measure.cycles'), otherwise: MOST_CYCLES },
    device: { type: 'string', value: 'N', help: message('cli.calibrate.device'), otherwise: 0 },
    nvcc: { type: 'string', value: 'PATH', help: message('cli.calibrate.nvcc'), otherwise: 'nvcc' },
    out: { type: 'string', value: 'FILE', help: message('cli.measure.out') },
  },
  run: async (invocation) => {
    const { positionals, options } = invocation;
    const [emitted, imported] = [text(options, 'emit'), text(options, 'import')];
    const ways = [options['run'] === true, emitted !== undefined, imported !== undefined];
    if (positionals.length > 0 || ways.filter((way) => way).length !== 1)
      throw new UsageError(say('cli.calibrate.oneWay'));
    if (emitted !== undefined) return emit(emitted);
    const data = imported === undefined ? await measured(invocation) : await read(imported, invocation);
    return answered(data, invocation);
  },
};

/** The sources that are measured, and simulated for the comparison. */
function sources(): string {
  return path.join(distFolder(), 'cuda', 'measure');
}

async function emit(folder: string): Promise<Answer> {
  const files = await writeMeasurement(sources(), folder);
  const answer: MeasureAnswer = { files, data: null, gpu: null, compared: [], scores: [] };
  const values = { folder, script: MEASURE_SCRIPT, output: MEASURED_OUTPUT };
  return { json: answer, text: say('cli.measure.emitted', values) };
}

async function measured({ options, progress, note }: Invocation): Promise<CoRunData> {
  const printed = await runMeasurement({
    from: sources(),
    nvcc: text(options, 'nvcc') ?? 'nvcc',
    device: whole(options, 'device', 0, 0),
    mps: options['mps'] === true,
    progress,
  });
  return noted(readPrinted(printed, say('cli.measure.thisRun')), note);
}

/** What was printed elsewhere, or the data that an earlier import wrote. */
async function read(file: string, { note }: Invocation): Promise<CoRunData> {
  const content = await readText(file);
  if (!content.trimStart().startsWith('{')) return noted(readPrinted(content, file), note);
  return readFrom(file, () => parseCoRunData(parseJson(file, content)));
}

function noted({ data, warnings }: ReturnType<typeof readPrinted>, note: Invocation['note']): CoRunData {
  for (const warning of warnings) note(warning);
  return data;
}

async function answered(data: CoRunData, invocation: Invocation): Promise<Answer> {
  const { options } = invocation;
  const out = text(options, 'out');
  if (out !== undefined) await writeWhole(out, `${JSON.stringify(data, null, 2)}\n`);
  const gpu = options['compare'] === true ? gpuFor(data, text(options, 'gpu')) : null;
  const compared = gpu === null ? [] : await comparedOn(gpu, data, invocation);
  const answer: MeasureAnswer = {
    files: out === undefined ? [] : [out],
    data,
    gpu,
    compared,
    scores: scoresOf(compared),
  };
  return { json: answer, text: coRunText(answer) };
}

/** Co-runs, or a sample of them, simulated one after the other. */
async function comparedOn(
  gpu: string,
  data: CoRunData,
  { options, progress }: Invocation,
): Promise<readonly ComparedCoRun[]> {
  const coRuns = sampleOf(data.coRuns, whole(options, 'sample', 1, data.coRuns.length));
  const makers = nodeProgramMakers({ folder: sources(), within: null }, distFolder());
  const comparison = new CoRunComparison(data, gpu, whole(options, 'cycles', 1000, MOST_CYCLES), makers);
  const compared: ComparedCoRun[] = [];
  for (const coRun of coRuns) {
    compared.push(await comparison.of(coRun));
    progress(message('cli.measure.simulated', { done: compared.length, total: coRuns.length }));
  }
  return compared;
}

/** The GPU that is simulated: the one named, else the card's by its name. */
function gpuFor(data: CoRunData, named: string | undefined): string {
  if (named !== undefined) return requireGpu(named).id;
  const found = findGpu(data.gpu);
  if (found.kind !== 'found') throw new UsageError(say('cli.measure.whichGpu', { gpu: data.gpu }));
  return found.gpu.id;
}
