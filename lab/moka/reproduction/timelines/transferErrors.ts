import Papa from 'papaparse';
import { InputError } from '../../../../src/kernel/result';
import { quantile } from '../../../../src/stats/quantile';
import {
  FLOAT_BYTES,
  fitLogGp,
  fitRegression,
  fitRelative,
  gbPerSecond,
  TRAINING_FLOATS,
  trainingSamples,
  transferNs,
  type LinearTransfer,
  type TransferSample,
} from '../../../../src/predictors/moka/transfers/linearTransfer';

/** Sizes at which the errors are told, in floats; the data end at 43,002. */
export const TEST_FLOATS = [64, 256, 1024, 4096, 10_240, 20_480, 43_002] as const;

/** Largest message that LogGP is trained on (section 4.2.1), bytes. */
const LOGGP_BYTES = 1024;

export interface TransferModelError {
  readonly model: string;
  readonly trainedOn: string;
  readonly overheadNs: number;
  readonly gbPerSecond: number;
  /** Signed relative error at each of `TEST_FLOATS`. */
  readonly errors: readonly number[];
  /** Median and worst absolute relative error over the even sizes, which the trusted fit did not see. */
  readonly median: number;
  readonly worst: number;
}

/**
 * Errors of the transfer models on measured host-to-device copies (figure 4.4).
 *
 * @param floats lines of size in floats and time in µs.
 * @param bytes lines of size in bytes and time in µs, up to 1024 bytes.
 */
export function transferErrors(floats: string, bytes: string): readonly TransferModelError[] {
  const samples = readSamples(floats, FLOAT_BYTES, 'h2d_floats_us_gtx950.csv');
  const small = readSamples(bytes, 1, 'bytes-dev0.csv').filter((sample) => sample.bytes <= LOGGP_BYTES);
  const sizes = Object.entries(TRAINING_FLOATS).map(([model, limit]) => ({
    model,
    trainedOn: `1 to ${limit} floats, step 4`,
    line: fitRegression(trainingSamples(samples, limit)),
  }));
  const odd = samples.filter((sample) => (sample.bytes / FLOAT_BYTES) % 2 === 1);
  return [
    { model: 'LogGP', trainedOn: '1 to 1024 bytes', line: fitLogGp(small) },
    ...sizes,
    { model: 'relative fit', trainedOn: 'all odd sizes, octaves equal', line: fitRelative(odd) },
  ].map(({ model, trainedOn, line }) => ({ model, trainedOn, ...judge(line, samples) }));
}

function judge(
  line: LinearTransfer,
  samples: readonly TransferSample[],
): Omit<TransferModelError, 'model' | 'trainedOn'> {
  const errorOf = ({ bytes, ns }: TransferSample): number => transferNs(line, bytes) / ns - 1;
  const even = samples.filter((sample) => (sample.bytes / FLOAT_BYTES) % 2 === 0);
  const absolute = even.map((sample) => Math.abs(errorOf(sample)));
  return {
    overheadNs: line.overheadNs,
    gbPerSecond: gbPerSecond(line),
    errors: TEST_FLOATS.map((count) => {
      const sample = samples.find(({ bytes }) => bytes === count * FLOAT_BYTES);
      return sample === undefined ? NaN : errorOf(sample);
    }),
    median: quantile(absolute, 0.5),
    worst: quantile(absolute, 1),
  };
}

function readSamples(text: string, unitBytes: number, name: string): readonly TransferSample[] {
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  return data.map(([size, time], index) => {
    const [count, microseconds] = [Number(size), Number(time)];
    if (!(count > 0) || !(microseconds > 0))
      throw new InputError('a size and a time are expected', 'bad-table', name, index + 1);
    return { bytes: count * unitBytes, ns: microseconds * 1000 };
  });
}
