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
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '\\.json$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
