// Who may import whom (docs/ARCHITECTURE.md, "Layers"). One map; `npm run lint` enforces it and
// test/architecture/layers.spec.ts shows that a forbidden import is found.
const CORE_FOUNDATION =
  '^libs/core/(api-types|cel|certificates|container-shell|documents|linear-regex|quantity|text-formats|time)/';

const GRAPHQL_FLOORS = ['values', 'requests', 'streams', 'actions|objects', 'subjects', 'server'];

/**
 * Products beside Kubernetes of today, each behind one door: the only files that may import from its folders. A `products.ts` is
 * the door of a whole layer.
 */
const PRODUCTS = [
  {
    name: 'OpenShift 3.11',
    folders:
      '^(libs/core/openshift|libs/api/openshift|apps/controller-manager/openshift|libs/core/api-types/kinds/openshift)/',
    doors: '^(libs/platform/control-plane|apps/[^/]+)/products\\.ts$|^libs/core/api-types/(index|kinds/registry)\\.ts$',
  },
  {
    name: 'PodSecurityPolicy',
    folders: '^libs/core/(pod-security-policy|api-types/kinds/pod-security-policy)/',
    doors: '^libs/platform/control-plane/products\\.ts$|^libs/core/api-types/(index|kinds/registry)\\.ts$',
  },
  {
    name: 'Policies of the scheduler',
    folders: '^libs/core/scheduling/configuration/policy/',
    doors: '^libs/core/scheduling/(index|configuration/(load-configuration|configuration-schemas))\\.ts$',
  },
  {
    name: 'plugins that only Policies name',
    folders: '^libs/core/scheduler-plugins/legacy/',
    doors: '^libs/core/scheduler-plugins/registry\\.ts$',
  },
  {
    name: "programs of upstream's test images",
    folders: '^libs/core/container-shell/e2e-images/',
    doors:
      '^libs/core/container-shell/(index|programs/programs|servers/known-servers|main-process/(own-command|container-run))\\.ts$',
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-imports-core-only',
      comment: 'Core decides; whatever acts is above it.',
      severity: 'error',
      from: { path: '^libs/core/', pathNot: '\\.spec\\.ts$|/testing/|/testdata/' },
      to: { path: '^(libs/(platform|testing)|apps|prisma)/' },
    },
    {
      name: 'core-areas-do-not-know-each-other',
      comment:
        'An area of core imports api-types, documents, quantity and time, not its neighbours; descheduling and scheduler plugins may ask scheduling, products what they add to.',
      severity: 'error',
      from: {
        path: '^libs/core/([^/]+)/',
        pathNot: '\\.spec\\.ts$|/testing/|^libs/core/(descheduling|scheduler-plugins|openshift|pod-security-policy)/',
      },
      to: { path: '^libs/core/', pathNot: [CORE_FOUNDATION, '^libs/core/$1/'] },
    },
    {
      name: 'foundation-imports-no-area',
      severity: 'error',
      from: { path: CORE_FOUNDATION, pathNot: '\\.spec\\.ts$|/testing/' },
      to: { path: '^libs/core/', pathNot: [CORE_FOUNDATION] },
    },
    {
      name: 'platform-imports-no-app',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^apps/' },
    },
    {
      name: 'platform-imports-no-api',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/api/' },
    },
    {
      name: 'api-imports-no-app',
      severity: 'error',
      from: { path: '^libs/api/' },
      to: { path: '^apps/' },
    },
    {
      name: 'api-libraries-in-one-direction',
      comment:
        'rest and graphql stand on access-control, descriptions and protocol and do not know each other: what both need belongs to protocol or access-control.',
      severity: 'error',
      from: { path: '^libs/api/(access-control|actions|descriptions|insights|protocol)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/api/(rest|graphql)/' },
    },
    {
      name: 'rest-and-graphql-do-not-know-each-other',
      severity: 'error',
      from: { path: '^libs/api/(rest|graphql)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/api/(rest|graphql)/', pathNot: '^libs/api/$1/' },
    },
    ...GRAPHQL_FLOORS.slice(0, -1).map((floor, i) => ({
      name: 'graphql-imports-downwards',
      comment: `Floors of the GraphQL API, from the ground: ${GRAPHQL_FLOORS.join(', ')}.`,
      severity: 'error',
      from: { path: `^libs/api/graphql/(${floor})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^libs/api/graphql/(${GRAPHQL_FLOORS.slice(i + 1).join('|')})/` },
    })),
    ...PRODUCTS.map(({ name, folders, doors }) => ({
      name: 'products-are-behind-their-door',
      comment: `${name}: a maintainer of the Kubernetes side need not know it. Import it in its door, and hand it in from there.`,
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['\\.spec\\.ts$|/testing/|^libs/testing/', folders, doors] },
      to: { path: folders },
    })),
    {
      name: 'protocol-and-descriptions-import-no-api',
      severity: 'error',
      from: { path: '^libs/api/(descriptions|protocol)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/api/', pathNot: '^libs/api/$1/' },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'Only the standalone process, which is all of them in one, puts the others together.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'console-uses-the-public-api-alone',
      comment:
        'It runs in browsers: what it needs of a cluster it asks by GraphQL, and tables, logs and terminals by REST.',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^(libs|apps|prisma)/', pathNot: '^apps/console/' },
    },
    {
      name: 'model-of-the-console-draws-nothing',
      comment: 'apps/console/src/model is plain functions over plain data, tested without a browser.',
      severity: 'error',
      from: { path: '^apps/console/src/model/' },
      to: { pathNot: '^apps/console/src/(model/|graphql/operations\\.generated\\.ts$)' },
    },
    {
      name: 'drawing-of-the-console-asks-nothing',
      comment: 'apps/console/src/draw puts on the screen what the model decided; live asks, pages hand over.',
      severity: 'error',
      from: { path: '^apps/console/src/draw/' },
      to: { pathNot: '^apps/console/src/(draw|model)/' },
    },
    {
      name: 'pages-of-the-console-are-on-top',
      comment: 'What several pages use is below them: shell, forms, editor, live.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: '^apps/console/src/(pages/|app\\.tsx$)' },
      to: { path: '^apps/console/src/pages/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(libs/(api|core|platform)|apps)/', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'areas-are-entered-by-their-index',
      comment: 'Other areas and layers see what an index names and nothing else.',
      severity: 'error',
      from: { path: '^(libs/(api|core|platform)|apps)/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^libs/(api|core|platform)/[^/]+/.+',
        pathNot: ['^libs/(api|core|platform)/[^/]+/index\\.ts$', '^$1/$3/'],
      },
    },
    {
      name: 'no-cycles',
      comment: 'Also not by `import type`: what two files need of each other belongs into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|dist|prisma/generated)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
