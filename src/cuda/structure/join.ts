import { lastIdentifier, withoutBrackets } from '../syntax/names';
import type { Kernel, Launch } from '../../kernel/kernel';
import { before } from '../../kernel/texts';

/** The kernels of a workspace by name, for finding which of them a launch starts. */
export class KernelTable {
  private readonly byName = new Map<string, Kernel[]>();

  constructor(kernels: readonly Kernel[]) {
    for (const kernel of kernels) {
      const list = this.byName.get(kernel.name);
      if (list === undefined) this.byName.set(kernel.name, [kernel]);
      else list.push(kernel);
    }
  }

  /**
   * Ids of the kernels that a launch may start, best first. Candidates of the same name are
   * narrowed down, each time only if something is left: by namespaces as written, by number of
   * arguments, by whether they are templates, by compiled code, then to the launch's own file and
   * to the nearest folder. What is still ambiguous keeps all.
   */
  join(launch: Launch, included: ReadonlySet<string>): string[] {
    const path = before(launch.callee, '<')
      .replace(/^[&*(\s]+|^::/, '')
      .trim();
    const name = lastIdentifier(path);
    let candidates: readonly Kernel[] = (name === null ? undefined : this.byName.get(name)) ?? [];
    const narrow = (fits: (kernel: Kernel) => boolean) => {
      const left = candidates.filter(fits);
      if (left.length > 0) candidates = left;
    };
    narrow((kernel) => `::${plainName(kernel)}`.endsWith(`::${path}`));
    if (launch.arguments.length > 0 || launch.kind === 'triple-chevron') {
      narrow((kernel) => takes(kernel, launch.arguments.length));
    }
    if (launch.templateArguments.length > 0)
      narrow((kernel) => kernel.template.length > 0 || isSpecialised(kernel));
    narrow((kernel) => (kernel.inactive === undefined) === (launch.inactive === undefined));
    narrow((kernel) => kernel.path === launch.path);
    narrow((kernel) => included.has(kernel.path));
    const nearest = Math.max(...candidates.map((kernel) => sharedFolders(kernel.path, launch.path)));
    narrow((kernel) => sharedFolders(kernel.path, launch.path) === nearest);
    return candidates.map((kernel) => kernel.id);
  }
}

function plainName(kernel: Kernel): string {
  return kernel.qualifiedName.split(':').map(withoutBrackets).join(':');
}

function isSpecialised(kernel: Kernel): boolean {
  return kernel.qualifiedName.endsWith('>');
}

/** Tests whether a kernel can be called with that many arguments; a parameter pack takes any number. */
function takes(kernel: Kernel, count: number): boolean {
  const pack = kernel.parameters.some((parameter) => parameter.type.includes('...'));
  return pack ? count >= kernel.parameters.length - 1 : kernel.parameters.length === count;
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < left.length - 1 && left[count] === right[count]) count++;
  return count;
}
