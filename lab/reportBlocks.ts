import fs from 'node:fs';
import * as prettier from 'prettier';

/**
 * Puts `text` between the comments `begin NAME` and `end NAME` of a Markdown file.
 *
 * @throws Error when the file has no such block
 */
export async function writeBlock(file: string, name: string, text: string): Promise<void> {
  const document = fs.readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no block ${name}`);
  const changed = `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
  const options = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(changed, { ...options, parser: 'markdown' }));
}
