import { operationOf, type Operation } from '../../nvprof/operations';

const SIDES: Readonly<Record<string, string>> = { Host: 'H', Device: 'D', Array: 'A', Peer: 'P' };

/** `[CUDA memcpy Host-to-Device]` as older versions write it, `[CUDA memcpy HtoD]`. */
function shortened(name: string): string {
  return name
    .replace(
      /\b(Host|Device|Array|Peer)-to-(Host|Device|Array|Peer)\]$/,
      (_, from: string, to: string) => `${SIDES[from] ?? ''}to${SIDES[to] ?? ''}]`,
    )
    .replace(/^\[CUDA Unified Memory memcpy /i, '[Unified Memory Memcpy ');
}

/** Which operation a name in a report stands for, in the spelling of any version. */
export function statsOperation(name: string): Operation {
  return operationOf(shortened(name));
}

/** A range's name; the default domain of NVTX is written as a colon before it. */
export function withoutDomain(name: string): string {
  return name.startsWith(':') ? name.slice(1) : name;
}
