import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import castReason from './tools/lint/cast-reason.cjs';
import jsonText from './tools/lint/json-text.cjs';

const PURE = 'libs/core is pure: data in, decisions out.';

/** A text that is nested too deep must not end the process. */
const bannedParsers = {
  name: 'yaml',
  importNames: ['parse', 'parseDocument', 'parseAllDocuments'],
  message: 'Use parseYaml and the like of @orrery/api-types: they refuse deep nesting before the parser calls itself.',
};

/**
 * Where types come from. A run over everything makes three programs, which share nothing but are made once; a single project is
 * checked sooner by a program of its own.
 */
const typesOf =
  process.env.ORRERY_LINT === 'whole'
    ? { project: ['tsconfig.json', 'apps/console/tsconfig.json', 'examples/operator/tsconfig.json'] }
    : { projectService: true };

/** What core code may not import, and what it uses instead. */
const bannedInCore = {
  paths: [{ name: 'pino', message: `${PURE} Answer with data, the shell logs.` }, bannedParsers],
  patterns: [
    { group: ['@nestjs/*', 'rxjs'], message: `${PURE} Wiring belongs to apps and libs/platform.` },
    {
      group: ['@prisma/*', '@orrery/prisma-client', 'pg', 'bullmq', 'ioredis'],
      message: `${PURE} Stores and queues belong to libs/platform.`,
    },
    { group: ['graphql', 'mercurius', 'fastify', '@fastify/*'], message: `${PURE} Protocols belong to libs/api.` },
    { group: ['node:*', 'fs', 'path', 'crypto'], message: `${PURE} Take what you need as a parameter.` },
    {
      group: ['@orrery/store', '@orrery/bus', '@orrery/clock', '@orrery/control-plane', '@orrery/service'],
      message: `${PURE} The platform imports core, never the other way round.`,
    },
  ],
};

const bannedGlobals = ['setTimeout', 'setInterval', 'setImmediate', 'process', 'Buffer', 'performance', 'fetch'].map(
  (name) => ({
    name,
    message: `${PURE} Time comes from the Clock, everything else as a parameter.`,
  }),
);

const bannedSyntax = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: `${PURE} Ask the Clock for the time.`,
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: `${PURE} Ask the Clock for the time.` },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: `${PURE} Take a seeded Random.`,
  },
];

const reExports = {
  selector: 'ExportAllDeclaration',
  message: 'Name what is exported: an index is the list of what others may use.',
};

const dynamicPattern = {
  selector: "NewExpression[callee.name='RegExp'][arguments.0.type!='Literal'][arguments.0.name!=/^[A-Z_]+$/]",
  message: 'A pattern made of data cannot be checked for backtracking: compare texts by hand, as globs does.',
};
/** Words of a private language that names once spoke; the field has terms for what they meant. */
const privateWords = {
  selector:
    'Identifier[name=/[Ww]ish|[Oo]rchestra|[Bb]aton|[Ss]urrounding|[Pp]atience|[Dd]isappoint|[Aa]new|[Tt]old($|[A-Z])|^news|News|^Led[A-Z]|^Toy[A-Z]|[Aa]fterlife|[Ww]hoever|[Ss]omebody|[Ee]verybody|^[Jj]udge|[a-z]Judge|^goOn|^goesOn|^tell($|[A-Z])/]',
  message:
    "Use the field's term: options or request, coordinator, lock, context, timeout, updates, reported, again, stage-driven, evaluate, continue, record or publish.",
};
/** Each request has a view of its cluster, so nothing is found again by it. */
const rememberedByView = {
  selector:
    "NewExpression[callee.name=/^(WeakMap|Map|WeakSet|Set)$/] > TSTypeParameterInstantiation > TSTypeReference[typeName.name='ClusterRuntime']:first-child",
  message:
    "Requests have views of their own of a ClusterRuntime: remember by what they share, ClusterRuntime['record'].",
};
const REAL_TIME = 'A component follows the clock of its cluster; LostWorkSweep looks for work whose job was lost.';
const realTime = {
  selector: "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']",
  message: REAL_TIME,
};
const bannedSyntaxEverywhere = [reExports, privateWords, dynamicPattern, rememberedByView];

/** Which layer may depend on which; the projects say their layer by a tag. What one file of a project may import from
 * another is for .dependency-cruiser.cjs. Specs belong to their project: builders and test services are for them. */
const layers = {
  core: ['core', 'builders'],
  platform: ['core', 'platform', 'builders', 'test-services'],
  api: ['core', 'platform', 'api', 'builders', 'test-services'],
  sdk: ['core', 'platform', 'sdk', 'builders', 'test-services'],
  app: ['core', 'platform', 'api', 'sdk', 'builders', 'test-services', 'fakes'],
  // It runs in browsers and uses the public API alone.
  console: ['console'],
  standalone: ['core', 'platform', 'api', 'sdk', 'app'],
  builders: ['core'],
  'test-services': ['core', 'platform'],
  fakes: ['core', 'platform'],
  testing: ['core', 'platform', 'api', 'sdk', 'app', 'standalone', 'builders', 'test-services', 'fakes'],
};
const programs = [
  'api-server',
  'controller-manager',
  'descheduler',
  'kubelet',
  'node-lifecycle-controller',
  'scheduler',
].map((name) => `@orrery/${name}`);
const layerConstraints = Object.entries(layers).map(([layer, others]) => ({
  sourceTag: `layer:${layer}`,
  onlyDependOnLibsWithTags: others.map((other) => `layer:${other}`),
}));

/** Functions fit a screen: 70 lines, 100 with markup. */
const functionLimit = (files, max) => ({
  files,
  ignores: ['**/*.spec.{ts,tsx}', '**/testing/**', 'libs/testing/**'],
  rules: { 'max-lines-per-function': ['error', { max, skipComments: true, skipBlankLines: true }] },
});

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist.*/**',
      'dist-plugins/**',
      'node_modules/**',
      'prisma/generated/**',
      'coverage/**',
      '.orrery/**',
      '.nx/**',
      '**/*.generated.ts',
      '**/testdata/**',
      '**/*.mjs',
      '**/*.cjs',
      'jest.config.js',
      'prisma.config.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { ...typesOf, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', { max: 400 }],
      complexity: ['error', 25],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', reExports, privateWords],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['libs/**/*.ts', 'apps/**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: { '@nx/enforce-module-boundaries': ['error', { depConstraints: layerConstraints }] },
  },
  {
    // The process that is all others in one, and the servers of tests, are the only ones to put programs together.
    files: ['apps/standalone/**/*.ts', 'libs/testing/kit/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { depConstraints: layerConstraints, allow: [...programs, '@orrery/standalone'] },
      ],
    },
  },
  {
    // A pattern that backtracks, or is tried again at every place of a text, is a way to stop the server.
    files: ['libs/**/*.ts', 'apps/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/testing/**', 'libs/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      'no-restricted-syntax': ['error', ...bannedSyntaxEverywhere],
    },
  },
  {
    // What the compiler does not check, a reader has to be able to.
    files: ['libs/**/*.ts', 'apps/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/testing/**', 'libs/testing/**'],
    plugins: { orrery: { rules: { 'cast-reason': castReason, 'json-text': jsonText } } },
    rules: { 'orrery/cast-reason': 'error' },
  },
  {
    // Where JSON of clients without a built-in type passes, which has integers of 64 bits.
    files: [
      'libs/api/**/*.ts',
      'libs/core/{admission,api-types}/**/*.ts',
      'libs/platform/{router,webhooks,control-plane/object-api,store/commit,store/log}/**/*.ts',
    ],
    ignores: [
      '**/*.spec.ts',
      '**/testing/**',
      '**/testdata/**',
      'libs/api/streaming/**',
      'libs/core/api-types/numbers/json-text.ts',
    ],
    rules: { 'orrery/json-text': 'error' },
  },
  {
    // The command line and the SDK read files of their user.
    files: ['libs/**/*.ts', 'apps/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/testing/**', 'libs/testing/**', 'apps/cli/**', 'libs/sdk/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [bannedParsers] }] },
  },
  {
    // Components: what they write must not depend on how fast the machine is while cluster time stands still.
    files: [
      'apps/{scheduler,kubelet,node-lifecycle-controller,controller-manager,descheduler}/**/*.ts',
      'libs/platform/eviction-worker/**/*.ts',
    ],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'setInterval', message: REAL_TIME }],
      'no-restricted-syntax': ['error', ...bannedSyntaxEverywhere, realTime],
    },
  },
  {
    files: ['libs/core/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**', '**/testdata/**'],
    rules: {
      'no-restricted-imports': ['error', bannedInCore],
      'no-restricted-globals': ['error', ...bannedGlobals],
      'no-restricted-syntax': ['error', ...bannedSyntaxEverywhere, ...bannedSyntax],
    },
  },
  {
    // Actions are performed by GraphQL, recordings and scenarios alike.
    files: ['libs/api/{actions,insights}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [bannedParsers],
          patterns: [
            {
              group: ['@nestjs/*', 'graphql', 'mercurius', 'fastify', '@fastify/*', 'ws'],
              message: 'An action knows no transport: types of GraphQL are made from its schemas in libs/api/graphql.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/core/api-types/yaml/parse-yaml.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { ...bannedInCore, paths: bannedInCore.paths.filter((path) => path !== bannedParsers) },
      ],
    },
  },
  functionLimit(['libs/**/*.ts', 'apps/**/*.ts'], 70),
  functionLimit(['apps/**/*.tsx'], 100),
  {
    files: ['**/*.spec.ts', 'libs/testing/**/*.ts', 'test/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 700 }], '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
