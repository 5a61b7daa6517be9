import path from 'node:path';
import { readText } from '../../files/readText';
import { writeWhole } from '../../files/writeFile';
import { besideCatalogue } from '../../gpu/calibration/besideModel';
import { calibratedGpu } from '../../gpu/calibration/calibratedGpu';
import { parseReadings, type Readings } from '../../gpu/calibration/readings';
import { ownGpu } from '../../simulator/spec/ownGpu';
import { requireGpu } from '../../gpu/findGpu';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { calibrationText } from '../../words/texts/calibrationText';
import type { CalibrateAnswer } from '../answers';
import { runMicroBenchmarks, scriptFor } from '../../analysis/calibration/microBenchmarks';
import { text, UsageError, whole, type Answer, type Command, type Invocation } from '../command';
import { distFolder } from '../distFolder';

const SOURCE = 'calibrate.cu';
const SCRIPT = 'calibrate.sh';
const OUTPUT = 'calibration.txt';

export const calibrate: Command = {
  name: 'calibrate',
  summary: message('cli.calibrate.summary'),
  usage: '--run | --emit DIR | --import FILE [--device N] [--nvcc PATH] [--id ID] [--out FILE] [--json]',
  options: {
    run: { type: 'boolean', help: message('cli.calibrate.run') },
    emit: { type: 'string', value: 'DIR', help: message('cli.calibrate.emit', { script: SCRIPT }) },
    import: { type: 'string', value: 'FILE', help: message('cli.calibrate.import') },
    device: { type: 'string', value: 'N', help: message('cli.calibrate.device'), otherwise: 0 },
    nvcc: { type: 'string', value: 'PATH', help: message('cli.calibrate.nvcc'), otherwise: 'nvcc' },
    id: { type: 'string', value: 'ID', help: message('cli.calibrate.id') },
    out: { type: 'string', value: 'FILE', help: message('cli.calibrate.out'), otherwise: 'ID.gpu.json' },
  },
  run: async (invocation) => {
    const { positionals, options } = invocation;
    const [emitted, imported] = [text(options, 'emit'), text(options, 'import')];
    const ways = [options['run'] === true, emitted !== undefined, imported !== undefined];
    if (positionals.length > 0 || ways.filter((way) => way).length !== 1)
      throw new UsageError(say('cli.calibrate.oneWay'));
    const source = await readText(path.join(distFolder(), 'cuda', SOURCE));
    if (emitted !== undefined) return emit(emitted, source);
    const [output, from] =
      imported === undefined
        ? [await measured(invocation, source), say('cli.calibrate.thisRun')]
        : [await readText(imported), imported];
    return written(parseReadings(output, from), invocation);
  },
};

/** Compiles and runs the micro-benchmarks on this machine. */
function measured({ options, progress }: Invocation, source: string): Promise<string> {
  const device = whole(options, 'device', 0, 0);
  return runMicroBenchmarks({ source, nvcc: text(options, 'nvcc') ?? 'nvcc', device, progress });
}

async function emit(folder: string, source: string): Promise<Answer> {
  const files = [path.join(folder, SOURCE), path.join(folder, SCRIPT)];
  await writeWhole(files[0]!, source);
  await writeWhole(files[1]!, scriptFor(SOURCE, OUTPUT), 0o755);
  const answer: CalibrateAnswer = { files, gpu: null, figures: [] };
  return { json: answer, text: say('cli.calibrate.emitted', { folder, script: SCRIPT, output: OUTPUT }) };
}

async function written(readings: Readings, { options, note }: Invocation): Promise<Answer> {
  for (const warning of readings.warnings) note(warning);
  const file = calibratedGpu(readings, text(options, 'id'));
  const out = text(options, 'out') ?? `${file.id}.gpu.json`;
  const gpu = ownGpu(out, file);
  await writeWhole(out, `${JSON.stringify(file, null, 2)}\n`);
  const relative = requireGpu(gpu.standIn!.gpu);
  const figures = besideCatalogue(readings, relative);
  const answer: CalibrateAnswer = { files: [out], gpu: file.id, figures };
  return { json: answer, text: calibrationText(gpu, relative, figures, out) };
}
