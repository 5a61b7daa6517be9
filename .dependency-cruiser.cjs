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
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '\\.json$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
