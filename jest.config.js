// Everything is transformed to CommonJS: Jest on Node 20 cannot require() ES modules,
// and several dependencies of Nest and Fastify are ES modules only.
const { compilerOptions } = require('./tsconfig.base.json');

const aliases = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [target]]) => [`^${name}$`, `<rootDir>/${target}`]),
);

// As the programs run; Jest's own `test` makes graphql-js check the class of every type with each use.
process.env.NODE_ENV = 'production';

/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.m?[tj]s$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
          target: 'es2022',
          keepClassNames: true,
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [],
  moduleNameMapper: { ...aliases, '^(\\.{1,2}/.*)\\.js$': '$1' },
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
};

// A run of everything takes most files in groups (test/groups); a file that is named is run by itself.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const isEverything = named.length === 0 || named.some((argument) => argument.includes('test/groups'));
const inGroups = require('./test/groups/groups.json').map(({ files }) => files.replace('^', '<rootDir>/'));

// What README and guides show takes minutes to do: `npm run test:docs`.
const PAGES = '<rootDir>/test/documentation/pages.spec.ts';
// What others install, packed and built: `npm run test:package`.
const PACKAGES = '<rootDir>/test/package/';
// What starts, kills and restarts programs again and again: `npm run test:processes`.
const PROCESSES = '<rootDir>/test/processes/';

// The image and the compose file on a container engine: `npm run test:containers`.
const CONTAINERS = '<rootDir>/test/containers/';

// The whole load, while every process is killed in turn: `npm run test:chaos`.
const DEATHS = '<rootDir>/test/chaos/process-deaths.spec.ts';

// For these `npm test` has no time: `npm run test:long`.
const LONG = [
  '<rootDir>/test/conformance/api/',
  '<rootDir>/test/groups/long-',
  '<rootDir>/test/architecture/project-graph',
  '<rootDir>/test/bench/peer/',
  '<rootDir>/test/chaos/first-start',
  '<rootDir>/test/chaos/hostile-definitions',
  '<rootDir>/test/end-to-end/topology/topology-processes',
  '<rootDir>/test/walks/',
];
const isLong = process.env.ORRERY_TESTS === 'long';

/** Tests that are not run, by the beginnings of their paths. */
function leftOut() {
  if (isLong) return inGroups;
  if (isEverything) return [...inGroups, ...LONG, PAGES, PACKAGES, CONTAINERS, PROCESSES, DEATHS];
  return ['<rootDir>/test/groups/'];
}

module.exports = {
  ...shared,
  globalSetup: '<rootDir>/test/setup/embedded-database.ts',
  globalTeardown: '<rootDir>/test/setup/stop-embedded-database.ts',
  setupFiles: ['<rootDir>/test/setup/properties.ts'],
  testMatch: isLong
    ? LONG.map((path) => (path.endsWith('/') ? `${path}**/*.spec.ts` : `${path}*.spec.ts`))
    : ['<rootDir>/libs/**/*.spec.ts', '<rootDir>/apps/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...leftOut()],
  // One more than the processors that the command is meant for: many tests wait for servers, and others go on meanwhile.
  maxWorkers: 3,
  maxConcurrency: 2,
  testSequencer: '<rootDir>/test/setup/long-first.mjs',
  // A worker keeps some of what each test file loaded; it is replaced before that becomes too much.
  workerIdleMemoryLimit: '400MB',
  // Ends what hangs; it measures no speed, for a machine may be ten times slower than another.
  testTimeout: 300_000,
};
