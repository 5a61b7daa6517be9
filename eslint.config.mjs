import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

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
const PRIVATE_MEMBERS = {
  selector: 'PrivateIdentifier',
  message: 'Private members are written `private x`.',
};
const PAPER_NAMES = {
  selector: `Identifier[name=/${PAPERS.replace('magic|asm|gpm|', '')}/i]`,
  message: 'Names of papers stay in their folder below src/predictors.',
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

/** Imports of lab/: src below the two faces, what a command of corun needs of src/cli, and the editor's reader of messages. */
const labRule = {
  files: ['lab/**/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(test/|webview/|src/(extension$|editor/(?!messages$)|cli/(?!(${SHARED_WITH_LAB.join('|')})$)))`,
            message: 'lab imports src, of the faces only what its commands and the fuzz need, and no tests.',
          },
          { regex: '^vscode$', message: 'Only src/editor knows VS Code.' },
        ],
      },
    ],
  },
};

export default tseslint.config(
  { ignores: ['out/**', 'dist/', 'node_modules/', 'coverage/', '.cache/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    // No time of a reader may grow with the square of its text.
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      'no-restricted-syntax': ['error', PRIVATE_MEMBERS],
      eqeqeq: 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
      complexity: ['warn', 24],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        AbortSignal: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { require: 'readonly', module: 'writable', __dirname: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['webview/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                '^(\\.\\./)+src/(?!kernel/|stats/|words(?:/|$)|analysis/(results/|protocol|profileProtocol))',
              message: 'The webview shares only messages, words, result types and statistics with src.',
            },
            { regex: '^(vscode|node:.*)$', message: 'The webview runs in a browser.' },
          ],
        },
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
  labRule,
  ...Object.entries(LAYERS).map(([layer, allowed]) => layerRule(layer, allowed)),
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    ignores: [
      'src/predictors/*/**',
      'src/predictors/index.ts',
      // The field of a workload's own file that says which papers list it.
      'src/kernel/workload.ts',
      // Configurations of simulated GPUs as papers give them.
      'src/simulator/spec/paperConfigurations.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', PRIVATE_MEMBERS, PAPER_NAMES] },
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
);
