import type { Table } from '../entry';

/** What the transformation into kernels that yield SMs has to say. */
export const yielding: Table = {
  'yielding.made': '{name} stays as it is; {yielding} runs its blocks as tasks and gives SMs back when asked',
  'yielding.asynchronous': '{name} uses {what}, which may outlive the block',
  'yielding.assembly': '{name} uses {what} in inline assembly',
  'yielding.callee':
    '{name} reads block numbers and cannot be copied: it is overloaded, a member, in another name space, defined behind the kernel, or reads them in its head',
  'yielding.clusters': '{name} works in clusters: it uses {what}',
  'yielding.cooperative': '{name} uses cooperative groups: {what}',
  'yielding.earlyReturn':
    'threads return while others of their block still meet at a barrier or exchange values: as a task they could wait in the wrong place',
  'yielding.gridConstant': 'a parameter is __grid_constant__',
  'yielding.head':
    'its head is not a plain one: a macro, directive or word behind its parameters is part of it',
  'yielding.hip': 'HIP is not supported',
  'yielding.inactive': 'it is not compiled',
  'yielding.jump': '{name} uses {what}',
  'yielding.launchApart': 'the host uses {name}, which the handle of a yielding kernel does not follow',
  'yielding.launchBefore':
    'the launch in line {line} stands before the definition of the kernel, and what it needs cannot be declared there',
  'yielding.launchElsewhere':
    'the launch in line {line} is in a file that does not include that of the kernel',
  'yielding.launchInC': 'the file of the launch in line {line} includes others inside of extern "C"',
  'yielding.launchKind': 'the launch in line {line} is not written with <<< >>>',
  'yielding.launchUnknown': 'which kernel line {line} launches is not certain',
  'yielding.launchWritten':
    'the launch in line {line} is not written in full (template arguments, all arguments, no macro)',
  'yielding.launches': '{name} launches kernels or waits for others: {what}',
  'yielding.localClass': '{name} declares a class of its own',
  'yielding.macro': 'the macro {name} stands for block numbers',
  'yielding.nameTaken': 'the name {name} is taken',
  'yielding.operator': '{name} reads block numbers: where it is called cannot be told',
  'yielding.pointer': '{name} reads block numbers and may be called by way of a pointer',
  'yielding.overloads': 'there are several functions {name}',
  'yielding.recursion': '{name} reads block numbers and calls itself by way of others',
  'yielding.sharedFull':
    'its {bytes} bytes of static shared memory leave no room for the number of the task ({most} in all)',
  'yielding.specialisation': 'it is a specialisation of a template',
  'yielding.template': 'its template parameters cannot be handed on',
  'yielding.unnamed': 'a parameter has no name',
  'yielding.waits':
    '{name} waits in a loop for what other blocks do: blocks that have left would never do it',
};
