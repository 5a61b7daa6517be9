// Files that studies and benches write, formatted like what is written by hand.
import * as fs from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const CONFIG = '.oxfmtrc.json';

/**
 * Writes `text` as the formatter has it, by the file's extension; makes the folder.
 *
 * @throws Error when the formatter cannot read the text
 */
export async function writeFormatted(file: string, text: string): Promise<void> {
  const options = JSON.parse(fs.readFileSync(CONFIG, 'utf8')) as FormatConfig;
  const { code, errors } = await format(path.basename(file), text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, code);
}
