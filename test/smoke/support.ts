import { Ajv, type AnySchema } from 'ajv';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../../src/cli/commandLine';
import { useOwnGpus } from '../../src/gpu/catalogue';

const ROOT = process.env['CORUN_ROOT']!;
const CHECKOUT_CLI = path.join(ROOT, 'dist/cli.js');
/** The built command line that is tested. */
export const CLI = process.env['CORUN_CLI'] ?? CHECKOUT_CLI;

/** Folder of a small program with two kernels in two streams, the second of which is slowed down by the first. */
export const TWO_STREAMS = 'dist/test/two-streams';
mkdirSync(path.join(ROOT, TWO_STREAMS), { recursive: true });
writeFileSync(
  path.join(ROOT, TWO_STREAMS, 'two_streams.cu'),
  `#include <cuda_runtime.h>

__global__ void scale(float *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = factor * data[i];
}

__global__ void polynomial(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = data[i], sum = 0.0f;
    for (int k = 0; k < 64; k++)
        sum = sum * x + 0.5f;
    data[i] = sum;
}

int main()
{
    const int n = 1 << 16;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    scale<<<n / 256, 256, 0, first>>>(a, 2.0f, n);
    polynomial<<<n / 256, 256, 0, second>>>(b, n);
    cudaDeviceSynchronize();
    return 0;
}
`,
);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Tests whether the command line is that of a package, not the checkout's own. */
export const isPackaged = (): boolean => path.resolve(CLI) !== CHECKOUT_CLI;

/** Runs the built command line in the project's root, in a process of its own. */
export const corunProcess = (...args: string[]): Outcome => inProcess(CLI, args);

/** The same with the checkout's laboratory beside it. */
export const checkoutProcess = (...args: string[]): Outcome => inProcess(CHECKOUT_CLI, args);

function inProcess(cli: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/**
 * Runs the command line of these sources, with the built worker, in this process: for what needs no process of its
 * own, each of which loads and warms up the whole product. Tests of the package run the bundle of the same sources.
 */
export function corun(...args: string[]): Promise<Outcome> {
  return run(CLI, args);
}

/** Runs the checkout's command line, with its laboratory beside it, in this process. */
export function inCheckout(...args: string[]): Promise<Outcome> {
  return run(CHECKOUT_CLI, args);
}

/** `cli` is the script that the command line takes itself for: what it needs lies beside it. */
async function run(cli: string, args: readonly string[]): Promise<Outcome> {
  const script = process.argv[1]!;
  process.argv[1] = cli;
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  try {
    const code = await commandLine(args);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.release();
    stderr.release();
    process.argv[1] = script;
    // The next command line is of another user.
    useOwnGpus([]);
  }
}

/** Keeps what is written to a stream until it is released. */
function captured(stream: NodeJS.WriteStream): { readonly text: () => string; readonly release: () => void } {
  const written: string[] = [];
  const write = stream.write.bind(stream);
  stream.write = ((text: string, done?: () => void) => {
    written.push(text);
    done?.();
    return true;
  }) as typeof stream.write;
  return { text: () => written.join(''), release: () => void (stream.write = write) };
}

/** Runs the built command line with its output piped into a shell command; the exit code is corun's. */
export function corunInto(reader: string, ...args: string[]): Outcome {
  const script = `set -o pipefail; "$0" "$@" | ${reader} >/dev/null`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, CLI, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The one JSON document that a command prints with `--json`. */
export async function answer(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await corun(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const SCHEMAS = path.join(path.dirname(CLI), 'schemas');

/** Names of the schemas beside the command line. */
export const schemaNames = (): string[] =>
  readdirSync(SCHEMAS)
    .map((file) => path.basename(file, '.json'))
    .sort();

/** One of them, as `corun schema` prints it. */
export function schemaNamed(name: string): AnySchema {
  return JSON.parse(readFileSync(path.join(SCHEMAS, `${name}.json`), 'utf8')) as AnySchema;
}

/** Fails unless `value` has the published shape of what `command` prints. */
export function assertShape(command: string, value: unknown): void {
  const schema = schemaNamed(command);
  const ajv = new Ajv({ allowUnionTypes: true });
  assert.ok(ajv.validate(schema, value), ajv.errorsText(ajv.errors?.slice(0, 5)));
}
