// Third-party notices of all that is bundled: every package of node_modules that an esbuild metafile names, and those
// that are shipped otherwise, each with its licence as it is shipped.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const RULE = '-'.repeat(80);

/**
 * Writes the notices.
 *
 * @param metafiles of esbuild, with inputs relative to `root`
 * @param others names of packages that are shipped otherwise: files as they are, or compiled into ours
 */
export function writeNotices(root, metafiles, others, file) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = new Set([
    ...inputs.flatMap((input) => packageFolder(input) ?? []),
    ...others.map((name) => `node_modules/${name}`),
  ]);
  const notices = [...folders].map((folder) => noticeOf(path.join(root, folder)));
  const sorted = [...new Set(notices)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const head = 'Corun contains the following software, each under its own licence.\n';
  writeFileSync(file, [head, ...sorted].join(`\n${RULE}\n\n`));
}

/** The folder of the package that a bundled file belongs to; undefined for our own files. */
function packageFolder(input) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/'));
  return found?.[1];
}

function noticeOf(folder) {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  if (!license) throw new Error(`${name} says nothing of its licence`);
  const where = homepage ?? repository?.url ?? repository ?? '';
  const texts = licenceFiles(folder).map((file) => readFileSync(file, 'utf8').trim());
  // What ships no text of its licence is named by its author and the licence's name.
  const by = author?.name ?? author ?? '';
  const text =
    texts.length > 0
      ? texts.join('\n\n')
      : `Licence: ${license}. Copyright ${by || `the authors of ${name}`}.`;
  return [`${name} ${version} (${license})`, where, '', text, ''].join('\n');
}

function licenceFiles(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed`);
  return readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => path.join(folder, file));
}
