import type { Table } from '../../entry';

/** What reading and lowering of kernels take for granted, and why a kernel cannot be lowered. */
export const lowering: Table = {
  'cuda.argumentTaken': '{name} is taken as {value}: {why}',
  'cuda.blockTaken': 'the block {written} has no known value: {taken} threads a block are taken',
  'cuda.bodyTooLong': 'the body with its calls is longer than {nodes} syntax nodes: the rest is not counted',
  'cuda.asLongAsWide': 'the launch is taken to be as long in each direction',
  'cuda.belowMost': 'most threads of the launch lie behind it',
  'cuda.coveredByLaunch': 'as much as the launch covers',
  'cuda.cutShort': 'the body is too long to be read whole: what comes behind its first part is left out',
  'cuda.dataBranch': 'the branch on {test} depends on data or unknown arguments: taken by {share:someOf}',
  'cuda.dataChain':
    'where the chain through {array} leads depends on data: it visits all of it, and each step moves all threads alike',
  'cuda.dataElements': 'which elements of {array} are touched depends on data: taken as random ones',
  'cuda.dataIndex':
    'which elements of {array} the values in {index} name depends on data: taken as random ones, not as near their own place',
  'cuda.clockLoop':
    'the loop lasts for {cycles} cycles by the clock: its instructions are counted for {trips} turns',
  'cuda.dataLoop': 'how often the loop runs depends on data ({text}): counted as {trips}',
  'cuda.deepBranches':
    'branches nested deeper than {depth}: the conditions of the inner ones are a share of the threads, drawn for each',
  'cuda.defaultBound': 'the default for what bounds a loop',
  'cuda.elementsOf': 'elements of {range}',
  'cuda.firstBranch': 'the first branch on it goes that way',
  'cuda.goto': 'goto is not followed',
  'cuda.gridTaken': 'the grid {written} has no known value: {taken} blocks are taken',
  'cuda.copySize': '{name}: how much it copies is not known, {bytes} bytes a thread are taken',
  'cuda.bulkCopy': 'a copy of {bytes} bytes by one thread counts as {count} accesses of 16 bytes',
  'cuda.tensorCopy':
    '{name}: what it moves stands in a tensor map, which is not read: its bytes are not counted',
  'cuda.distributedShared':
    'shared memory of another block of the cluster counts as if it were that of the block itself',
  'cuda.groupBarrier': 'a group synchronisation counts as a block barrier',
  'cuda.countedAs.distributedShared': 'memory of other blocks as its own',
  'cuda.countedAs.groupBarrier': 'barriers of groups as of the block',
  'cuda.countedAs.unknownType': 'unknown types as float',
  'cuda.countedAs.tensorCopy': 'tensor copies as nothing',
  'cuda.sleepUnknown': 'how long the thread sleeps is not known: {ns} ns are taken',
  'cuda.groupReduction': 'a reduction over a group of unknown size is counted for {size} threads',
  'cuda.launchWidth': 'the width of the launch',
  'cuda.localMemory':
    '{name} lies in local memory, as it is indexed by a number that only the running kernel knows: its loads and stores are counted as written, where the compiler may join some or keep elements in registers',
  'cuda.loopRuns': 'the loop runs {trips} times: counted as {counted}',
  'cuda.loopRunsUnknown': 'the loop runs {trips} times ({names} unknown): counted as {counted}',
  'cuda.matrixFragments': 'matrix fragments of unknown shape count as 16 × 16 × 16 halves',
  'cuda.unknownProduct': '{name} does not tell what it multiplies: it counts as 16 × 8 × 16 halves',
  'cuda.describedProduct': '{name} has its shape in a descriptor: 128 × 256, and 32 bytes deep, are taken',
  'cuda.noFunction': 'its text is not read as a function',
  'cuda.noLaunchTellsBlock': 'no launch tells the block: {taken} threads a block are taken',
  'cuda.noLaunchTellsGrid': 'no launch tells the grid: {taken} blocks are taken',
  'cuda.noOpenNumbers': 'it leaves no number open',
  'cuda.noPointer': 'what a value that is no pointer points to is unknown: counted as float',
  'cuda.castArray':
    '{array} is read or written as another type: it is taken to lie in local memory, where the compiler may keep it in registers',
  'cuda.constructor': 'the constructor of {name} is not read: what it loads and computes is not counted',
  'cuda.knownAngle':
    '{name} counts its usual way: which quarter of a turn an angle is in, and whether it is beyond 105,615, follows from the thread here',
  'cuda.readingFailed': 'Corun failed on it ({what}): an error of Corun, not of the source',
  'cuda.nothingLeft': 'nothing of its body is left: {doubt}',
  'cuda.oneStep': 'one step of the loop that it bounds',
  'cuda.openNumbers': 'it has {names}',
  'cuda.openNumbersAndMore': 'it has {names}, and {more} more',
  'cuda.launchedInside': '{name} is launched by the kernel, which is not simulated: its work is not counted',
  'cuda.otherThreads': 'Then the launch has another number of threads.',
  'cuda.printf':
    'printf counts as its call: neither what it does nor the stores of its arguments to local memory',
  'cuda.recursive': '{name} is nested too deeply or recursive: its inner calls are not counted',
  'cuda.structOperators': 'operators on structs count one instruction for each member',
  'cuda.tripsByUpdate': '{index} from {from} by {operator} {step} while {test}',
  'cuda.unfollowedAccess':
    '{name}: where it reads or writes is not followed; one element after the other is taken',
  'cuda.unknownNumber': 'the number of {text} is unknown: counted as {trips}',
  'cuda.typeTaken':
    '{name} is taken as {type}: the first of the types that calls of the launching function give ({types} in others)',
  'cuda.undeclared':
    'how large objects of type {name} are is not known, as its declaration is not among what was read: they are taken to lie 4 bytes apart',
  'cuda.unknownFunction': '{name} is not at hand: its instructions are not counted',
  'cuda.unknownMember': 'the type of member {member} is unknown: counted as float',
  'cuda.unknownPtx': 'inline PTX {name} is not classed and counts nothing',
  'cuda.unknownSwitch': 'the switch on {selector} is not known: its {cases} cases share equally',
  'cuda.unknownTarget': 'what {pointer} points to is unknown: counted as float',
  'cuda.unknownType': 'the template type {name} is unknown: counted as float',
  'cuda.unknownTypeOf': 'the template type {name} of {of} is unknown: counted as float',
  'cuda.unreadExpression': '{what} is not understood and counts nothing',
  'cuda.unreadStatement': 'not understood, counts nothing',
  'cuda.untilLeft': 'until it is left',
  'cuda.unusedNumber': '{name} is set, but kernel {kernel} has nothing of that name: {has}',
  'cuda.unusedNumberBut': '{name} is set, but kernel {kernel} has nothing of that name; did you mean {near}?',
  'cuda.whileTest': 'while {test}',
};
