/** Files of src/cli that the laboratory shares: what a command is, how it is run, and its files. */
const SHARED_WITH_LAB = [
  'answers',
  'checkout',
  'command',
  'commands/reproduce',
  'commands/train',
  'distFolder',
  'runCommand',
  'trainedModels',
];

/**
 * The rule against file circles, type imports included (`npm run lint` runs it). One circle is allowed: the kernel
 * reader is a recursive-descent parser, whose expressions contain calls and whose calls contain bodies.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that need each other are one file, or lack one that both can import.',
      severity: 'error',
      from: {},
      to: { circular: true, via: { pathNot: '^src/cuda/reading/body/' } },
    },
    {
      name: 'one-file-layer',
      comment:
        'Files are read and written one way: src/files guards against pipes, sizes, encodings and lost writes.',
      severity: 'error',
      from: { path: '^(src|lab/(cli|suite|themis/training))/', pathNot: '^src/files/' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'files-for-surfaces',
      comment: 'What is below the analysis is given texts and bytes.',
      severity: 'error',
      from: { pathNot: '^(src/(files|analysis|cli|editor)|lab|test|scripts)/' },
      to: { path: '^src/files/' },
    },
    {
      name: 'words-for-surfaces',
      comment: 'Data never travels as English: words are made where they are shown.',
      severity: 'error',
      from: { pathNot: '^(src/(words|cli|editor|browser\\.ts|extension\\.ts)|webview|lab|test|scripts)' },
      to: { path: '^src/words/' },
    },
    {
      name: 'pages-share-results',
      comment: 'The webview shares only messages, words, result types and statistics with src.',
      severity: 'error',
      from: { path: '^webview/' },
      to: {
        path: '^src/',
        pathNot: '^src/((kernel|stats|words)/|analysis/(results/|protocol|profileProtocol))',
      },
    },
    {
      name: 'lab-uses-src',
      comment: 'lab imports src, of the faces only what its commands and the fuzz need, and no tests.',
      severity: 'error',
      from: { path: '^lab/' },
      to: {
        path: '^(test|webview)/|^src/(extension\\.ts|editor/|cli/)',
        pathNot: `^src/(editor/messages|cli/(${SHARED_WITH_LAB.join('|')}))\\.ts$`,
      },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '\\.json$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
