import { createRequire } from 'node:module';
import path from 'node:path';
import { isThere } from '../files/folders';
import { message } from '../kernel/message';
import { words } from '../words';
import type { Command } from './command';
import { distFolder } from './distFolder';
import { EXIT_FAILED, note } from './runCommand';

/** A command that only a source checkout has: its code is in the bundle of `lab/`, which the package lacks. */
export interface CheckoutCommand extends Pick<Command, 'name' | 'summary'> {
  readonly needs: 'checkout';
}

/** Exports of the laboratory's bundle. */
export interface LabBundle {
  /** Runs the command of that name; returns the exit code. */
  run(name: string, args: readonly string[]): Promise<number>;
}

/** Runs a command of the laboratory, or says that it is not there; returns the exit code. */
export async function runInLab({ name }: CheckoutCommand, args: readonly string[]): Promise<number> {
  const bundle = path.join(distFolder(), 'lab.js');
  if (!isThere(bundle)) {
    note(`corun ${name}: ${words(message('cli.checkoutOnly', { name }))}`);
    return EXIT_FAILED;
  }
  // Not by import(), which code that is kept compiled does not know.
  const lab = createRequire(bundle)(bundle) as LabBundle;
  return lab.run(name, args);
}
