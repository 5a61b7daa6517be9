// Makes the JSON Schemas of what the commands print from the types in src/cli/answers.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const root = path.resolve(import.meta.dirname, '..');
const SOURCE = path.join(root, 'src/cli/answers.ts');
const OUT = path.join(root, 'dist/schemas');

/** `GpusAnswer` is printed by the command `gpus`. */
const commandOf = (type) => type.replace(/Answer$/, '').toLowerCase();

/** Writes one schema for each exported answer. */
export function makeSchemas() {
  const types = [...readFileSync(SOURCE, 'utf8').matchAll(/^export (?:interface|type) (\w+Answer)\b/gm)].map(
    (match) => match[1],
  );
  const generator = createGenerator({
    path: SOURCE,
    tsconfig: path.join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  });
  mkdirSync(OUT, { recursive: true });
  for (const type of types) {
    const schema = { ...generator.createSchema(type), title: type };
    writeFileSync(path.join(OUT, `${commandOf(type)}.json`), JSON.stringify(schema));
  }
}

if (process.argv[1] === import.meta.filename) makeSchemas();
