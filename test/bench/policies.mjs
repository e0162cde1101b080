// npm run bench:policies — what users' policies add to a write: processor time of judging, and of changing, one object, without
// server and database. The median of several rounds; the first ones, in which code is compiled, do not count.
//   --objects N (2000)  a round   --rounds N (9)
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const admission = require('../../dist/libs/core/admission/index.js');
const { applyConfiguration, kindByGvk } = require('../../dist/libs/core/api-types/index.js');

const { values: options } = parseArgs({
  options: { objects: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '9' } },
});
const [count, rounds] = [options.objects, options.rounds].map(Number);

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps', 'pods'] };
const common = { failurePolicy: 'Fail', matchConstraints: { resourceRules: [rule] } };
const named = (spec) => ({ apiVersion: 'v1', kind: 'Policy', metadata: { name: 'bench' }, spec });
const validating = (...validations) => named({ ...common, validations });
const SIZE = { expression: 'size(object.metadata.name) < 60', message: 'too long' };
const POLICIES = {
  'one expression': validating(SIZE),
  'five expressions, one over all containers': validating(
    SIZE,
    { expression: 'object.metadata.name.startsWith("a") || request.userInfo.username != "nobody"' },
    { expression: 'namespaceObject.metadata.name == request.namespace' },
    { expression: '!has(object.metadata.labels) || object.metadata.labels.all(k, k != "denied")' },
    { expression: 'object.kind != "Pod" || object.spec.containers.all(c, !c.image.endsWith(":latest"))' },
  ),
};
const MUTATION = named({
  ...common,
  reinvocationPolicy: 'Never',
  mutations: [
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": request.namespace}}}' },
    },
  ],
});

const TEXT = 'x'.repeat(60);
const metadata = (name) => ({ name, namespace: 'default', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' });
const OBJECTS = {
  'ConfigMap of 20 fields': (name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(name),
    data: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, TEXT])),
  }),
  'Pod of two containers': (name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata(name), labels: { app: 'web' } },
    spec: {
      containers: ['main', 'side'].map((container) => ({
        name: container,
        image: `${container}:1.0`,
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
        terminationMessagePath: '/dev/termination-log',
        imagePullPolicy: 'IfNotPresent',
      })),
      restartPolicy: 'Always',
      serviceAccountName: 'default',
    },
  }),
};

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', labels: {} } };
const access = { decide: () => ({ allowed: true, reason: '' }), serviceAccount: () => access };
const known = new WeakMap();
const lookUp = { namespace: () => namespace, params: () => undefined };
const bindings = [admission.compileBinding(named({ policyName: 'bench', validationActions: ['Deny'] }))];

function valuesOf(object) {
  const same = (each) => each;
  const resource = object.kind === 'Pod' ? 'pods' : 'configmaps';
  const view = {
    kind: admission.gvk('v1', object.kind),
    resource: admission.gvr('v1', resource),
    form: same,
    back: same,
  };
  const attributes = {
    operation: 'CREATE',
    requested: view,
    equivalents: () => [],
    subresource: '',
    name: object.metadata.name,
    namespace: 'default',
    object,
    oldObject: undefined,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    isDryRun: false,
    user: { name: 'jane', groups: ['system:authenticated'] },
  };
  return new admission.RequestValues(attributes, { namespace, access, known });
}

function judging(policy) {
  const bound = [{ policy: admission.compileValidatingPolicy(policy), bindings }];
  return (object) => {
    const { refusal } = admission.judgeByPolicies(bound, valuesOf(object), lookUp);
    if (refusal) throw refusal;
  };
}

function changing(policy) {
  const bound = [{ policy: admission.compileMutatingPolicy(policy), bindings }];
  return (object) => {
    const kind = kindByGvk('v1', object.kind);
    const context = {
      lookUp,
      values: valuesOf,
      read: (made) => made,
      apply: (live, config) => applyConfiguration(kind, live, config, 'v1'),
    };
    const made = admission.mutateByPolicies(bound, object, context, new admission.Reinvocation());
    if (made instanceof Error) throw made;
  };
}

function medianMicros(work, make) {
  const times = [];
  for (let round = 0; round < rounds + 2; round++) {
    const objects = Array.from({ length: count }, (_, i) => make(`object-${i}`));
    const before = process.cpuUsage();
    objects.forEach(work);
    const { user, system } = process.cpuUsage(before);
    if (round >= 2) times.push((user + system) / count);
  }
  return Number(times.sort((a, b) => a - b)[Math.floor(times.length / 2)].toFixed(1));
}

const works = [
  ...Object.entries(POLICIES).map(([name, policy]) => [`validating, ${name}`, judging(policy)]),
  ['mutating, a label', changing(MUTATION)],
];
const rows = works.map(([policy, work]) => ({
  policy,
  ...Object.fromEntries(Object.entries(OBJECTS).map(([name, make]) => [`${name}, µs`, medianMicros(work, make)])),
}));
console.log(`${count} objects a round, ${rounds} rounds; processor time an object`);
console.table(rows);
