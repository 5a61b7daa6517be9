// The simulator's constants, classes and helpers stay constants in a bundle. esbuild declares whatever stands at
// the top of a bundled module with `var`, and an engine cannot fold what may be assigned again: every use of a
// constant in the simulator's inner loops would be a load and a check (measured: up to 17 % of its speed while all of it
// was JavaScript; what is left are its dispatcher, its compiler and single DRAM channels).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const SECTION = /^\/\/ (\S+\.[cm]?[jt]s)$/;
const FOLDER = 'src/simulator/';
const DECLARATION = /^var ([\w$]+) = (?!\/\* @__PURE__ \*\/ \(\()/;

/** `text` of an unminified bundle with the single assignments of the simulator's modules declared by `const`. */
export function withConstants(text) {
  let inside = false;
  return text
    .split('\n')
    .map((line) => {
      const section = SECTION.exec(line)?.[1];
      if (section !== undefined) inside = section.startsWith(FOLDER);
      const name = inside ? DECLARATION.exec(line)?.[1] : undefined;
      return name !== undefined && !isAssignedAgain(text, name) ? line.replace('var', 'const') : line;
    })
    .join('\n');
}

function isAssignedAgain(text, name) {
  const word = name.replaceAll('$', '\\$');
  const assignments = text.match(
    new RegExp(`(?<![\\w$.])${word}(?:\\s*[-+*/%&|^]?=(?![=>])|\\+\\+|--)`, 'g'),
  );
  return (assignments?.length ?? 0) > 1;
}

/** esbuild plugin: writes the bundles so, minified afterwards where that is asked for. */
export function constantBindings({ minify = false } = {}) {
  return {
    name: 'constant-bindings',
    setup(build) {
      build.initialOptions.write = false;
      build.onEnd(async ({ outputFiles = [] }) => {
        for (const file of outputFiles) {
          await mkdir(path.dirname(file.path), { recursive: true });
          await writeFile(
            file.path,
            file.path.endsWith('.map') ? file.contents : await finished(file.text, minify),
          );
        }
      });
    },
  };
}

async function finished(text, minify) {
  const code = withConstants(text);
  if (!minify) return inAscii(code);
  const options = { minify: true, format: 'cjs', target: 'node20', legalComments: 'none' };
  return inAscii((await esbuild.transform(code, options)).code);
}

/**
 * The same code with what is beyond ASCII escaped: esbuild leaves it in comments and regular expressions, and one such
 * character makes an engine hold and scan all of a bundle with two bytes a character.
 */
function inAscii(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
