import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ProtocolApp } from '../reproduction/collector';
import { lowerApplications, type ProtocolApps } from './applications';

/**
 * The programs that the recorded runs are of. They are kept beside the runs, so that a run can be repeated after
 * the lowering or a workload has changed; `lowerAgain` makes them anew from the sources.
 */
export async function protocolApps(root: string, lowerAgain = false): Promise<ProtocolApps> {
  const file = programsFile(root);
  if (lowerAgain || !fs.existsSync(file)) {
    const { apps, train, test } = await lowerApplications(root);
    const text = JSON.stringify({ apps: [...apps], train, test });
    fs.writeFileSync(file, gzipSync(text, { level: 9 }));
  }
  return readPrograms(root);
}

/** The programs as they were kept. */
export function readPrograms(root: string): ProtocolApps {
  const { apps, train, test } = JSON.parse(gunzipSync(fs.readFileSync(programsFile(root))).toString()) as {
    readonly apps: readonly [string, ProtocolApp][];
    readonly train: readonly string[];
    readonly test: readonly string[];
  };
  return { apps: new Map(apps), train, test };
}

const programsFile = (root: string): string => path.join(root, 'docs/reproduction/themis-programs.json.gz');
