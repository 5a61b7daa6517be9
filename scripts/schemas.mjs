// Makes dist/schemas: of the inputs from the schemas that check them, and of what the commands print from
// the types in src/cli/answers.ts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { createGenerator } from 'ts-json-schema-generator';

const root = path.resolve(import.meta.dirname, '..');
const ANSWERS = path.join(root, 'src/cli/answers.ts');
const INPUTS = path.join(root, 'src/cli/inputSchemas.ts');
const OUT = path.join(root, 'dist/schemas');

const written = new Set();

function write(name, schema) {
  if (written.has(name)) throw new Error(`two schemas are called ${name}`);
  written.add(name);
  writeFileSync(path.join(OUT, `${name}.json`), JSON.stringify(schema));
}

async function makeInputSchemas() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [INPUTS],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { inputSchemas } = await import(`data:text/javascript;base64,${code}`);
  for (const [name, schema] of Object.entries(inputSchemas())) write(name, schema);
}

/** Answers are printed with words in place of messages. */
function worded(schema) {
  const { definitions } = schema;
  for (const name of ['Message', 'Words']) if (name in definitions) definitions[name] = { type: 'string' };
  delete definitions['MessageValue'];
  return schema;
}

/** `GpusAnswer` is what the command `gpus` prints. */
function makeAnswerSchemas() {
  const names = [...readFileSync(ANSWERS, 'utf8').matchAll(/^export (?:interface|type) (\w+)Answer\b/gm)];
  const generator = createGenerator({
    path: ANSWERS,
    tsconfig: path.join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  });
  for (const [, name] of names) write(name.toLowerCase(), worded(generator.createSchema(`${name}Answer`)));
}

export async function makeSchemas() {
  written.clear();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await makeInputSchemas();
  makeAnswerSchemas();
}
