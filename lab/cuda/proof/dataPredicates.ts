import { foldPtx } from '../../../src/cuda/ptx/count/folding';
import type { PtxFunction, PtxInstruction } from '../../../src/cuda/ptx/module';
import type { Machine } from '../../../src/cuda/ptx/run/machine';

type Visited = ReturnType<Machine['visited']>;

const ACCESS = /^(ld|st|atom|red|shfl)$/;

/**
 * What a machine has run, as a GPU issues it: short arithmetic behind a branch on data becomes predicated instructions,
 * which all threads issue that come to the branch, whichever way it goes for them.
 */
export function issued(machine: Machine): { visited: () => Visited } {
  const ran = [...machine.visited()];
  const visits = new Map(ran.map((one) => [one.instruction, one.visits]));
  const branches = new Map<PtxInstruction, PtxInstruction>();
  for (const owner of new Set(ran.map((one) => one.owner)))
    for (const [skipped, branch] of predicatedOnData(owner)) branches.set(skipped, branch);
  const all = ran.map((one) => {
    const branch = branches.get(one.instruction);
    return branch === undefined ? one : { ...one, visits: visits.get(branch) ?? 0 };
  });
  return { visited: () => all };
}

/** Instructions that become predicated by what data decides, with the branches around them. */
function predicatedOnData(owner: PtxFunction): ReadonlyMap<PtxInstruction, PtxInstruction> {
  const { predicated } = foldPtx(owner);
  const found = new Map<PtxInstruction, PtxInstruction>();
  if (predicated.size === 0) return found;
  const { instructions, labels } = owner;
  const data = registersOfData(instructions);
  instructions.forEach((branch, place) => {
    if (!predicated.has(branch) || branch.guard === null || !data.has(branch.guard.register)) return;
    const skipped = instructions.slice(place + 1, labels.get(branch.operands[0] ?? '') ?? place);
    if (skipped.some(({ opcode }) => ACCESS.test(opcode[0] ?? ''))) return;
    for (const one of skipped) found.set(one, branch);
  });
  return found;
}

/** Registers that follow from what memory holds, whatever the order of the code. */
function registersOfData(instructions: readonly PtxInstruction[]): ReadonlySet<string> {
  const data = new Set<string>();
  let size = -1;
  while (size < data.size) {
    size = data.size;
    for (const { opcode, operands } of instructions) {
      const [to, ...from] = operands.map(registersIn);
      const loads = /^(ld|atom)$/.test(opcode[0] ?? '') && !opcode.includes('param');
      if (to !== undefined && (loads || from.flat().some((register) => data.has(register))))
        to.forEach((register) => data.add(register));
    }
  }
  return data;
}

function registersIn(operand: string): readonly string[] {
  return operand.match(/%[a-z]+\d+/g) ?? [];
}
