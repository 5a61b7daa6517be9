// Speed of the simulator beside the peers', and its memory.
//   npm run bench -- simulator [kernels and SM counts…] [--write]    with --write all, also to docs/simulator-speed.md
import os from 'node:os';
import path from 'node:path';
import { benchSimulator, speedRow, SPEED_HEADER, stateMegabytes } from '../simulator/bench';
import { markdownTable } from '../../src/kernel/markdownTable';
import { writeBlock } from '../reportBlocks';

const write = process.argv.includes('--write');
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const speeds = benchSimulator(write ? [] : only);
if (write || only.length === 0) {
  const table = markdownTable(SPEED_HEADER, speeds.map(speedRow));
  const memory = stateMegabytes(132);
  const text = `State of a machine of 132 SMs: ${memory.state.toFixed(0)} MB; resident set of the whole bench: ${memory.resident.toFixed(0)} MB.`;
  console.log(text);
  if (write) {
    const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}, load ${os.loadavg()[0]!.toFixed(1)}`;
    await writeBlock(path.resolve('docs/simulator-speed.md'), 'speed', `${machine}.\n\n${table}\n\n${text}`);
  }
}
