// Compiles the chip of the simulator (src/simulator/chip/entry.ts and what it is made of) to WebAssembly, for bundles
// that import it. The result is kept by what it was made of.
//   node scripts/chip.mjs     compiles it, and prints where it is kept
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import asc from 'assemblyscript/asc';

const root = path.resolve(import.meta.dirname, '..');
const FOLDER = 'src/simulator/chip';
const WORDS = path.join(root, FOLDER, 'words.ts');
const OPTIONS = ['-O3', '--converge', '--uncheckedBehavior', 'always', '--runtime', 'stub'];

const ELEMENTS = { Int32: 'i32', Float64: 'f64' };

/**
 * The sources are TypeScript, which AssemblyScript is a dialect of: left out is what only the type checker asks for
 * (imports of types, `readonly`, that an element is there), and fields that their constructor sets begin as nothing.
 * Arrays of words and doubles are those whose elements lie in the object itself, which spares a load for each access.
 */
function forAssemblyScript(text) {
  return text
    .replaceAll('import type ', 'import ')
    .replace(/([{,]\s*)type (?=[A-Za-z])/g, '$1')
    .replaceAll(']!', ']')
    .replace(/\b(Int32|Float64)Array\b/g, (_, kind) => `StaticArray<${ELEMENTS[kind]}>`)
    .replace(
      /^( {2}(?:private )?)(?:readonly )?(\w+: ([A-Z]\w*(?:<\w+>)?));$/gm,
      '$1$2 = changetype<$3>(0);',
    );
}

/** Folders that the chip is made of, with files that it does not need. */
const FOLDERS = ['chip', 'chip/lib', 'core', 'dram', 'memory', 'program', 'sm'];

function sourceFiles() {
  const folders = FOLDERS.map((folder) => path.join(root, 'src/simulator', folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(folder, file)),
  );
  return [...files, path.join(root, 'src/kernel/warp.ts')];
}

async function compile() {
  const result = {};
  const { error, stderr } = await asc.main(
    [`${FOLDER}/entry.ts`, '--lib', `${FOLDER}/lib`, ...OPTIONS, '--outFile', 'chip.wasm'],
    {
      readFile(name, base) {
        const file = path.resolve(root, base ?? '', name);
        return existsSync(file) ? forAssemblyScript(readFileSync(file, 'utf8')) : null;
      },
      writeFile: (name, data) => (result[name] = data),
      listFiles: () => ['words.ts'],
    },
  );
  if (error) throw new Error(`the chip does not compile:\n${stderr.toString()}`);
  return result['chip.wasm'];
}

/** Where the chip is kept, compiled as far as it has changed; another process may do the same. */
async function kept(files) {
  const made = createHash('sha256').update(OPTIONS.join(' ') + forAssemblyScript.toString());
  for (const file of files) made.update(path.basename(file)).update(readFileSync(file));
  const file = path.join(root, '.cache/chip', `${made.digest('hex').slice(0, 16)}.wasm`);
  if (existsSync(file)) return file;
  const binary = await compile();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, binary);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

let last = Promise.resolve();

/** The chip as WebAssembly: `binary`, and the absolute paths of the `files` that it may be made of. */
export function chipBinary() {
  const make = async () => {
    const files = sourceFiles();
    return { binary: readFileSync(await kept(files)), files };
  };
  // One behind the other: several bundles ask at once.
  const made = last.then(make);
  last = made.catch(() => undefined);
  return made;
}

/** What esbuild needs to bundle the simulator: the chip where it is imported, and what its sources have built in. */
export const bundledChip = {
  name: 'chip',
  setup(build) {
    build.initialOptions.inject = [...(build.initialOptions.inject ?? []), WORDS];
    build.onResolve({ filter: /\/chip\.wasm$/ }, ({ resolveDir, path: file }) => ({
      path: path.resolve(resolveDir, file),
      namespace: 'chip',
    }));
    build.onLoad({ filter: /.*/, namespace: 'chip' }, async () => {
      const { binary, files } = await chipBinary();
      return { contents: binary, loader: 'binary', watchFiles: files };
    });
  },
};

if (process.argv[1] === import.meta.filename) console.log(await kept(sourceFiles()));
