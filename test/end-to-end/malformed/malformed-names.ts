import type { Random } from '@orrery/time';
import { RICH_POD } from './manifests';
import { withValueAt, type Path } from './mutations';
import { type Malformed, PODS, MAPS, POD, post, pick } from './malformed-request';

const unstorable = (field: string): Partial<Malformed> => ({ codes: [422], field });

export function wrongNames(random: Random): Malformed[] {
  const letters = ['A', '_', ' ', '/', '%', 'ü', '..', '!', '\u0000', '-'];
  const names = Array.from({ length: 40 }, () => `${pick(random, letters)}x${pick(random, letters)}`);
  const field = 'metadata.name';
  return [
    ...[...new Set(names), 'a'.repeat(254), '-a', 'a-', '.'].map((name) =>
      post(`name ${JSON.stringify(name)}`, MAPS, { metadata: { name } }, { codes: [422], field }),
    ),
    ...['a\0b', 'x\ud800y', '\udc00', 'a/b', '..', 'n'.repeat(2001)].flatMap((name) =>
      ['roles', 'rolebindings'].map((resource) =>
        post(
          `name of one of the ${resource} ${JSON.stringify(name.slice(0, 10))}`,
          `/apis/rbac.authorization.k8s.io/v1/namespaces/default/${resource}`,
          {
            metadata: { name },
            rules: [],
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
          },
          { codes: [422], field },
        ),
      ),
    ),
    ...['a\0b', 'x\ud800y'].flatMap((text) => [
      post(
        `data of ${JSON.stringify(text)}`,
        MAPS,
        { metadata: { name: 'l' }, data: { k: text } },
        unstorable('data[k]'),
      ),
      post(
        `key of data ${JSON.stringify(text)}`,
        MAPS,
        { metadata: { name: 'l' }, data: { [text]: 'v' } },
        unstorable('data'),
      ),
      post(
        `annotation ${JSON.stringify(text)}`,
        MAPS,
        { metadata: { name: 'l', annotations: { k: text } } },
        unstorable('metadata.annotations[k]'),
      ),
      post(
        `generated name of ${JSON.stringify(text)}`,
        '/apis/rbac.authorization.k8s.io/v1/clusterroles',
        { metadata: { generateName: text }, rules: [] },
        unstorable('metadata.generateName'),
      ),
      post(
        `node of a binding ${JSON.stringify(text)}`,
        `${PODS}/waiting/binding`,
        { target: { kind: 'Node', name: text } },
        unstorable('target.name'),
      ),
    ]),
    post('no name', MAPS, { metadata: {} }, { codes: [422], field }),
    post(
      'name of a namespace that is too long',
      '/api/v1/namespaces',
      { metadata: { name: 'a'.repeat(64) } },
      { codes: [422], field },
    ),
    post('name that is taken', MAPS, { metadata: { name: 'taken' } }, { codes: [409] }),
    post(
      'namespace that is not there',
      '/api/v1/namespaces/none/configmaps',
      { metadata: { name: 'a' } },
      { codes: [404] },
    ),
    ...['a b', '-x', 'x'.repeat(64), 'a/b/c', ''].map((label) =>
      post(
        `label key ${label}`,
        MAPS,
        { metadata: { name: 'l', labels: { [label]: 'v' } } },
        { codes: [422], field: 'metadata.labels' },
      ),
    ),
    ...['a b', '-x', 'x'.repeat(64), 'ä'].map((label) =>
      post(
        `label value ${label}`,
        MAPS,
        { metadata: { name: 'l', labels: { k: label } } },
        { codes: [422], field: 'metadata.labels' },
      ),
    ),
  ];
}

/** Texts that take a careless pattern minutes to refuse. */
export function endlessTexts(): Malformed[] {
  const digits = '1'.repeat(200_000);
  const behaviour = (spec: object): unknown => ({ metadata: { name: 'endless' }, spec });
  return [
    post(
      'a behaviour that completes after endless digits',
      '/apis/sim.orrery.dev/v1/podbehaviors',
      behaviour({ completeAfter: digits }),
    ),
    post(
      'a quota of endless digits',
      '/api/v1/namespaces/default/resourcequotas',
      behaviour({ hard: { pods: digits } }),
    ),
  ];
}

export function wrongIdentities(): Malformed[] {
  return [
    post('another kind', PODS, { ...POD, kind: 'ConfigMap', apiVersion: 'v1' }, { codes: [400] }),
    post('an unknown kind', PODS, { ...POD, kind: 'Nothing' }, { codes: [400] }),
    post('another version', PODS, { ...POD, apiVersion: 'v2' }, { codes: [400] }),
    post('another namespace', PODS, { ...POD, metadata: { name: 'a', namespace: 'kube-system' } }, { codes: [400] }),
    post('a resource that is not there', '/api/v1/namespaces/default/things', POD, { codes: [404], isNoPath: true }),
    {
      name: 'stale revision',
      path: `${MAPS}/taken`,
      method: 'PUT',
      body: { metadata: { name: 'taken', resourceVersion: '1' }, data: { a: 'new' } },
      codes: [409],
    },
    { name: 'another name', path: `${MAPS}/taken`, method: 'PUT', body: { metadata: { name: 'other' } }, codes: [400] },
    {
      name: 'another uid',
      path: `${MAPS}/taken`,
      method: 'PUT',
      body: { metadata: { name: 'taken', uid: 'x' } },
      codes: [409],
    },
    { name: 'absent', path: `${MAPS}/absent`, method: 'PUT', body: { metadata: { name: 'absent' } }, codes: [404] },
    { name: 'absent', path: `${MAPS}/absent`, method: 'DELETE', codes: [404] },
    {
      name: 'precondition',
      path: `${MAPS}/taken`,
      method: 'DELETE',
      body: { preconditions: { uid: 'x' } },
      codes: [409],
    },
    ...[[], 'text', 5, null, true].map((body): Malformed =>
      post(`body ${JSON.stringify(body)}`, PODS, JSON.stringify(body), { codes: [body === null ? 422 : 400] }),
    ),
    ...['text/plain', 'application/xml', 'application/cbor', 'multipart/form-data'].map((type): Malformed =>
      post(`body of ${type}`, PODS, 'x', { headers: { 'content-type': type }, codes: [415] }),
    ),
  ];
}

/** Values of the right type that mean nothing. */
export function values(): Malformed[] {
  const rows: readonly (readonly [Path, unknown])[] = [
    [['spec', 'containers'], []],
    [['spec', 'containers', 0, 'name'], 'Not A Label'],
    [['spec', 'containers', 0, 'image'], ''],
    [['spec', 'containers', 0, 'imagePullPolicy'], 'Perhaps'],
    [['spec', 'containers', 0, 'ports', 0, 'containerPort'], 70_000],
    [['spec', 'containers', 0, 'ports', 0, 'protocol'], 'PIGEON'],
    [['spec', 'containers', 0, 'resources', 'requests', 'cpu'], '-1'],
    [['spec', 'containers', 0, 'resources', 'requests', 'cpu'], 'lots'],
    [['spec', 'containers', 0, 'resources', 'limits', 'cpu'], '1m'],
    [['spec', 'restartPolicy'], 'Sometimes'],
    [['spec', 'dnsPolicy'], 'Gossip'],
    [['spec', 'activeDeadlineSeconds'], -1],
    [['spec', 'terminationGracePeriodSeconds'], 1.5],
    [['spec', 'tolerations', 0, 'operator'], 'Maybe'],
    [['spec', 'tolerations', 0, 'effect'], 'NoSleep'],
    [['spec', 'topologySpreadConstraints', 0, 'maxSkew'], 0],
    [['spec', 'topologySpreadConstraints', 0, 'whenUnsatisfiable'], 'Shrug'],
    [['spec', 'affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 0, 'weight'], 101],
    [['spec', 'affinity', 'podAntiAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 0, 'topologyKey'], ''],
    [['metadata', 'finalizers'], ['not qualified']],
  ];
  return rows.map(([path, value]) =>
    post(`${path.join('.')}: ${JSON.stringify(value)}`, PODS, withValueAt(RICH_POD, path, value), {
      codes: [400, 422],
    }),
  );
}
