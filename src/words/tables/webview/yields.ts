import type { Table } from '../../entry';

/** What the view of SM splits says where a kernel is to yield. */
export const yields = {
  'webview.yields.mechanism': 'Yielding kernel',
  'webview.yields.about':
    'For GPUs without green contexts or MIG: the blocks of one kernel become tasks, and while the other runs some of its places are given up between tasks. Every configuration that is tried is simulated.',
  'webview.yields.chooseTwo': 'Choose exactly two kernels.',
  'webview.yields.yielding': 'Yields',
  'webview.yields.critical': 'Keeps the target',
  'webview.yields.swap': 'Swap',
  'webview.yields.target': 'Target',
  'webview.yields.atMost': 'at most {qos} × alone',
  'webview.yields.search': 'Find how much to yield',
  'webview.yields.alone': 'Simulating each kernel alone',
  'webview.yields.tried': {
    plural: 'count',
    one: 'One configuration tried; the last: {last}',
    other: '{count} configurations tried; the last: {last}',
  },
  'webview.yields.kept': '{sms} SMs, {blocks} blocks: {latency:factor}',
  'webview.yields.givenUp': '{sms} SMs, {blocks} blocks: given up',
  'webview.yields.places': '{sms} SMs × {blocks} blocks',
  'webview.yields.of': 'of {sms} × {blocks}, yielded by {name}',
  'webview.yields.nothing':
    'Nothing that {yielding} could yield keeps {critical} within {qos:factor} of its time alone.',
  'webview.yields.best':
    '{critical} takes {latency:factor} of its time alone, and {yielding} keeps {share:percent} of its pace meanwhile.',
  'webview.yields.window':
    'Over a window of {qos:factor} {yielding} keeps {best:percent}; yielding the whole GPU first leaves {whole:percent}.',
  'webview.yields.effort':
    '{tried} of {all} configurations were tried, {violations} of them outside of the target.',
  'webview.yields.map': 'What was tried',
  'webview.yields.mapSummary':
    'Places that {yielding} yields: {tried} trials over {sms} SMs and {blocks} blocks. {best}',
  'webview.yields.expected':
    'Shade: pace that {yielding} keeps, as maps of similar kernels have it (predicted). Line: where they have the target. Circles: trials in their order (simulated), filled where the target was kept.',
  'webview.yields.unexpected':
    'Circles: trials in their order (simulated), filled where the target was kept. Shade: what follows from them, if more places never make {critical} slower; hatched: it would miss the target. There are no maps of similar kernels for this GPU.',
  'webview.yields.sms': 'SMs',
  'webview.yields.blocks': 'blocks on each',
  'webview.yields.number': 'trial',
  'webview.yields.latencyOf': 'time of {name} over alone',
  'webview.yields.paceOf': 'pace that {name} keeps',
  'webview.yields.inTarget': 'in the target',
  'webview.yields.yes': 'yes',
  'webview.yields.no': 'no',
  'webview.yields.trial': 'Trial {number}: {what}',
  'webview.yields.apply': 'How to apply it',
  'webview.yields.preview': 'Show the transformed source',
  'webview.yields.previewHelp':
    'The kernel itself stays; the preview shows the edits, and nothing is written before you accept them. Try the other kernel in a stream of higher priority first: that needs no edit, and on an H100 it began as soon.',
  'webview.yields.host': 'Around the launch of {name}',
  'webview.yields.assumed':
    'A look at what the host asks for is assumed to take {ns} ns; that the host needs time to notice is left out.',
  'webview.yields.otherGpu': 'This is for the {gpu}, not for the {current}.',
} as const satisfies Table;
