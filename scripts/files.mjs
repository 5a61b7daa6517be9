// Small file helpers that the build and test scripts share (Node 20 has no stable fs.globSync).
import fs from 'node:fs';
import path from 'node:path';

/** All files below `folder` (absolute paths, sorted) that `accept` takes. */
export function globSync(folder, accept) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter(accept)
    .sort();
}

export function rmSync(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
}
