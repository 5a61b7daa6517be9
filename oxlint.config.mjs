/**
 * The layers of src/, each with the layers it may import. Everything points downwards;
 * adding a layer means adding a row here.
 */
const LAYERS = {
  kernel: [],
  stats: ['kernel'],
  gpu: ['kernel', 'stats'],
  profiles: ['kernel', 'gpu', 'stats'],
  cuda: ['kernel', 'gpu', 'stats'],
  simulator: ['kernel', 'gpu', 'stats'],
  fitting: ['kernel', 'gpu', 'stats', 'profiles', 'cuda', 'simulator'],
  timeline: ['kernel', 'gpu', 'stats'],
  predictors: ['kernel', 'gpu', 'stats', 'profiles', 'cuda', 'simulator', 'fitting', 'timeline'],
  sharing: ['kernel', 'gpu', 'stats', 'simulator', 'timeline', 'predictors'],
  files: ['kernel', 'profiles'],
  analysis: [
    ...['kernel', 'gpu', 'stats', 'profiles', 'cuda', 'simulator', 'fitting', 'timeline'],
    ...['predictors', 'sharing', 'files'],
  ],
};
// Words are made of results; only the surfaces use them.
LAYERS.words = Object.keys(LAYERS).filter((layer) => layer !== 'files');
// The two faces of the product may use every layer, but not each other.
const BELOW_FACES = Object.keys(LAYERS);
LAYERS.cli = BELOW_FACES;
LAYERS.editor = BELOW_FACES;

/** Published systems: only their own folder below src/predictors, and the list in its index.ts, know them. */
const PAPERS = 'moka|themis|hsm|prophet|gspace|magic|asm|gpm|bubble|dase';
const PAPER_IMPORTS = {
  regex: `predictors/(${PAPERS}|baselines)(/|$)`,
  message: 'Ask through src/predictors (port.ts and index.ts): no other folder knows a paper.',
};

/** Layers that stay pure: no editor, no file system, no clock, no unseeded randomness. */
const IMPURE = new Set(['files', 'analysis', 'cli', 'editor']);

/** Globals with a clock, a timer or the machine behind them. */
const IMPURE_GLOBALS = [
  'performance',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
].map((name) => ({ name, message: 'Layers below src/analysis are pure: hand it in.' }));

function layerRule(layer, allowed) {
  // Rooms have folders named files of their own: dependency-cruiser keeps the layer of that name apart.
  const isOther = (other) => other !== layer && other !== 'files' && !allowed.includes(other);
  const forbidden = Object.keys(LAYERS).filter(isOther);
  const patterns = [
    {
      regex: `^(\\.\\./)+(${[...forbidden, 'extension', 'webview', 'test', 'lab'].join('|')})(/|$)`,
      message: `src/${layer} may import only ${allowed.length ? allowed.join(', ') : 'nothing'}.`,
    },
    ...(layer === 'predictors' ? [] : [PAPER_IMPORTS]),
  ];
  if (layer !== 'editor') patterns.push({ regex: '^vscode$', message: 'Only src/editor knows VS Code.' });
  if (!IMPURE.has(layer))
    patterns.push({
      regex: '^(node:)?(fs|child_process|worker_threads|net|http|os|perf_hooks|process|timers)(/|$)',
      message: 'Layers below src/analysis are pure.',
    });
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      ...(IMPURE.has(layer)
        ? {}
        : {
            'no-restricted-properties': [
              'error',
              { object: 'Math', property: 'random', message: 'Seeds are explicit arguments.' },
              { object: 'Date', property: 'now', message: 'No clock below src/analysis.' },
            ],
            'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
          }),
    },
  };
}

/**
 * Rules that every file keeps: those that ESLint and typescript-eslint recommend, by name, so that a newer linter does
 * not change what is asked.
 */
const EVERYWHERE = [
  ...['constructor-super', 'eqeqeq', 'for-direction', 'no-async-promise-executor', 'no-case-declarations'],
  ...['no-compare-neg-zero', 'no-cond-assign', 'no-constant-binary-expression', 'no-constant-condition'],
  ...['no-control-regex', 'no-debugger', 'no-delete-var', 'no-dupe-else-if', 'no-duplicate-case', 'no-empty'],
  ...['no-empty-character-class', 'no-empty-pattern', 'no-empty-static-block', 'no-ex-assign'],
  ...['no-extra-boolean-cast', 'no-fallthrough', 'no-global-assign', 'no-invalid-regexp'],
  ...['no-irregular-whitespace', 'no-loss-of-precision', 'no-misleading-character-class'],
  ...['no-nonoctal-decimal-escape', 'no-prototype-builtins', 'no-regex-spaces', 'no-self-assign'],
  ...['no-shadow-restricted-names', 'no-sparse-arrays', 'no-unassigned-vars', 'no-unexpected-multiline'],
  ...['no-unsafe-finally', 'no-unsafe-optional-chaining', 'no-unused-expressions', 'no-unused-labels'],
  ...[
    'no-unused-private-class-members',
    'no-unused-vars',
    'no-useless-assignment',
    'no-useless-backreference',
  ],
  ...['no-useless-catch', 'no-useless-constructor', 'no-useless-escape', 'no-var', 'prefer-const'],
  ...['prefer-rest-params', 'prefer-spread', 'preserve-caught-error', 'require-yield', 'use-isnan'],
  ...['valid-typeof', 'no-array-constructor'],
  ...[
    ...['ban-ts-comment', 'consistent-type-imports', 'no-duplicate-enum-values', 'no-dynamic-delete'],
    ...['no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion', 'no-invalid-void-type'],
    ...['no-misused-new', 'no-namespace', 'no-non-null-asserted-nullish-coalescing'],
    ...['no-non-null-asserted-optional-chain', 'no-require-imports', 'no-this-alias'],
    ...['no-unnecessary-type-constraint', 'no-unsafe-declaration-merging', 'no-unsafe-function-type'],
    ...['no-wrapper-object-types', 'prefer-as-const', 'prefer-literal-enum-member'],
    ...['prefer-namespace-keyword', 'triple-slash-reference', 'unified-signatures'],
  ].map((rule) => `typescript/${rule}`),
];

/** Rules whose faults the type checker names in TypeScript, for other files. */
const WITHOUT_TYPES = [
  ...['getter-return', 'no-class-assign', 'no-const-assign', 'no-dupe-class-members', 'no-dupe-keys'],
  ...['no-func-assign', 'no-import-assign', 'no-new-native-nonconstructor', 'no-obj-calls', 'no-redeclare'],
  ...[
    'no-setter-return',
    'no-this-before-super',
    'no-undef',
    'no-unreachable',
    'no-unsafe-negation',
    'no-with',
  ],
];

const asErrors = (rules) => Object.fromEntries(rules.map((rule) => [rule, 'error']));

/** Globals of the scripts, which run in Node. */
const GLOBALS = [
  ...['process', 'console', 'URL', 'URLSearchParams', 'AbortSignal', 'Buffer', 'fetch'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
];

export default {
  ignorePatterns: ['out/**', 'dist/', 'node_modules/', 'coverage/', '.cache/', 'src/simulator/chip/lib/'],
  plugins: ['typescript'],
  jsPlugins: ['eslint-plugin-regexp', './scripts/houseRules.mjs'],
  categories: { correctness: 'off' },
  rules: {
    ...asErrors(EVERYWHERE),
    'no-restricted-exports': [
      'error',
      { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
    ],
    'house/private-members': 'error',
    'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
    complexity: ['error', 24],
  },
  overrides: [
    {
      // No time of a reader may grow with the square of its text.
      files: ['src/**/*.ts', 'webview/**/*.ts'],
      rules: asErrors(['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move']),
    },
    { files: ['**/*.{mjs,cjs}'], rules: asErrors(WITHOUT_TYPES) },
    {
      files: ['**/*.mjs'],
      globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly'])),
      rules: { 'no-restricted-exports': 'off' },
    },
    // What a bundler makes of other files is their default.
    { files: ['**/*.d.wasm.ts'], rules: { 'no-restricted-exports': 'off' } },
    {
      files: ['**/*.cjs'],
      globals: { require: 'readonly', module: 'writable', __dirname: 'readonly' },
      rules: { 'typescript/no-require-imports': 'off' },
    },
    {
      files: ['webview/**/*.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ regex: '^(vscode|node:.*)$', message: 'The webview runs in a browser.' }] },
        ],
      },
    },
    {
      files: ['src/*.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ regex: '^\\.\\./', message: 'src imports nothing that lies beside it.' }] },
        ],
      },
    },
    {
      files: ['lab/**/*.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ regex: '^vscode$', message: 'Only src/editor knows VS Code.' }] },
        ],
      },
    },
    ...Object.entries(LAYERS).map(([layer, allowed]) => layerRule(layer, allowed)),
    {
      files: ['src/**/*.ts', 'webview/**/*.ts'],
      excludeFiles: [
        'src/predictors/*/**',
        'src/predictors/index.ts',
        // The field of a workload's own file that says which papers list it.
        'src/kernel/workload.ts',
        // Configurations of simulated GPUs as papers give them.
        'src/simulator/spec/paperConfigurations.ts',
      ],
      rules: { 'house/paper-names': ['error', PAPERS.replace('magic|asm|gpm|', '')] },
    },
    {
      // What all predictors share knows none of them.
      files: ['src/predictors/{port,forecast}.ts', 'src/predictors/{counting,simulation}/**/*.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { regex: `^\\.\\.?/((\\.\\./)*)(${PAPERS}|baselines)(/|$)`, message: PAPER_IMPORTS.message },
            ],
          },
        ],
      },
    },
  ],
};
