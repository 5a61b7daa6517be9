import type { Command } from '../../src/cli/command';
import { reproduce } from './reproduce';
import { train } from './train';

/** Commands of `corun` that only a source checkout has. */
export const LAB_COMMANDS: readonly Command[] = [train, reproduce];
