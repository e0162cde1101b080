import type { Random } from '@orrery/time';
import type { RawRequest } from '@orrery/testing';
import { RICH_NODE, RICH_POD } from './manifests';
import { positionsOf, valueAt, withValueAt, wrongTypeFor, type Path } from './mutations';

/** A request that must be refused. */
export interface Malformed extends RawRequest {
  readonly name: string;
  readonly path: string;
  /** The codes that are right; any of 400 to 499 if left out. */
  readonly codes?: readonly number[];
  /** The field that a cause must name. */
  readonly field?: string;
}

const PODS = '/api/v1/namespaces/default/pods';
const MAPS = '/api/v1/namespaces/default/configmaps';
const NODES = '/api/v1/nodes';
const POD = { metadata: { name: 'simple' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const json = { 'content-type': 'application/json' };

const post = (name: string, path: string, body: unknown, more: Partial<Malformed> = {}): Malformed => ({
  name,
  path,
  method: 'POST',
  body,
  ...more,
});
const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;

/** Every kind of malformed request; the same seed makes the same requests. */
export function malformedRequests(random: Random): Malformed[] {
  return [
    ...wrongTypes(),
    ...brokenText(random),
    ...wrongNames(random),
    ...wrongIdentities(),
    ...prototypes(),
    ...depths(),
    ...selectors(random),
    ...patches(random),
    ...protobuf(random),
    ...options(),
    ...values(),
  ];
}

function wrongTypes(): Malformed[] {
  const of = (object: object, path: string): Malformed[] =>
    positionsOf(object).map((position) =>
      post(
        `wrong type at ${position.join('.')}`,
        path,
        withValueAt(object, position, wrongTypeFor(valueAt(object, position))),
        {
          codes: [400],
        },
      ),
    );
  return [...of(RICH_POD, PODS), ...of(RICH_NODE, NODES)];
}

/** Texts that are no JSON or YAML any more. */
function brokenText(random: Random): Malformed[] {
  const text = JSON.stringify(RICH_POD);
  const isJson = (candidate: string): boolean => {
    try {
      JSON.parse(candidate);
      return true;
    } catch {
      return false;
    }
  };
  const requests: Malformed[] = [];
  while (requests.length < 80) {
    const at = random.below(text.length);
    const broken = pick(random, [
      text.slice(0, at),
      text.slice(0, at) + text.slice(at + 1),
      `${text.slice(0, at)}}${text.slice(at)}`,
    ]);
    if (isJson(broken)) continue;
    if (broken === '') requests.push(post('no body', PODS, undefined, { headers: json, codes: [400] }));
    else requests.push(post(`broken JSON at ${at}`, PODS, broken, { codes: [400] }));
  }
  const yaml = [
    'a: b: c',
    '- a\nb: c',
    '"open',
    'a: [1, 2',
    '{a: 1}}',
    'a: *none',
    '&a [*a]\n- b',
    '%YAML 9\n---\n- -',
    '--- 1\n--- 2',
    '\tkey: value',
  ];
  return [
    ...requests,
    ...yaml.map((body) =>
      post(`broken YAML ${body}`, PODS, body, { headers: { 'content-type': 'application/yaml' }, codes: [400] }),
    ),
  ];
}

function wrongNames(random: Random): Malformed[] {
  const letters = ['A', '_', ' ', '/', '%', 'ü', '..', '!', '\u0000', '-'];
  const names = Array.from({ length: 40 }, () => `${pick(random, letters)}x${pick(random, letters)}`);
  const field = 'metadata.name';
  return [
    ...[...new Set(names), 'a'.repeat(254), '-a', 'a-', '.'].map((name) =>
      post(`name ${JSON.stringify(name)}`, MAPS, { metadata: { name } }, { codes: [422], field }),
    ),
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

function wrongIdentities(): Malformed[] {
  return [
    post('another kind', PODS, { ...POD, kind: 'ConfigMap', apiVersion: 'v1' }, { codes: [400] }),
    post('an unknown kind', PODS, { ...POD, kind: 'Nothing' }, { codes: [400] }),
    post('another version', PODS, { ...POD, apiVersion: 'v2' }, { codes: [400] }),
    post('another namespace', PODS, { ...POD, metadata: { name: 'a', namespace: 'kube-system' } }, { codes: [400] }),
    post('a resource that is not there', '/api/v1/namespaces/default/things', POD, { codes: [404] }),
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
      post(`body ${JSON.stringify(body)}`, PODS, JSON.stringify(body), { codes: [400] }),
    ),
    ...['text/plain', 'application/xml', 'application/cbor', 'multipart/form-data'].map((type): Malformed =>
      post(`body of ${type}`, PODS, 'x', { headers: { 'content-type': type }, codes: [415] }),
    ),
  ];
}

/** Keys that mean something to careless programs are fields that nobody knows, or labels that nobody may have. */
function prototypes(): Malformed[] {
  const keys = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
  const texts = keys.flatMap((key) => [
    `{"metadata":{"name":"p"},"${key}":{"polluted":true}}`,
    `{"metadata":{"name":"p","${key}":{"polluted":true}}}`,
    `{"metadata":{"name":"p"},"spec":{"${key}":{"polluted":true},"containers":[{"name":"c","image":"i"}]}}`,
    `{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i","resources":{"${key}":{"polluted":true}}}]}}`,
  ]);
  return [
    ...texts.map((body) => post(`key in ${body}`, `${PODS}?fieldValidation=Strict`, body, { codes: [400] })),
    post('a label __proto__', MAPS, '{"metadata":{"name":"p","labels":{"__proto__":"x"}}}', {
      codes: [422],
      field: 'metadata.labels',
    }),
    post('a kind constructor', PODS, { ...POD, kind: 'constructor' }, { codes: [400] }),
    { name: 'a resource __proto__', path: '/api/v1/__proto__', codes: [404] },
    { name: 'a subresource constructor', path: `${MAPS}/taken/constructor`, codes: [404] },
    { name: 'a pod __proto__', path: `${PODS}/__proto__`, codes: [404] },
    {
      name: 'merge of __proto__',
      path: `${MAPS}/taken?fieldValidation=Strict`,
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"__proto__":{"polluted":1}}',
      codes: [400, 422],
    },
    {
      name: 'path to __proto__',
      path: `${MAPS}/taken?fieldValidation=Strict`,
      method: 'PATCH',
      headers: { 'content-type': 'application/json-patch+json' },
      body: '[{"op":"add","path":"/__proto__/polluted","value":1}]',
      codes: [400, 422],
    },
    {
      name: 'path to constructor',
      path: `${MAPS}/taken`,
      method: 'PATCH',
      headers: { 'content-type': 'application/json-patch+json' },
      body: '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]',
      codes: [400, 422],
    },
  ];
}

function depths(): Malformed[] {
  const nest = (open: string, close: string, depth: number): string => open.repeat(depth) + '1' + close.repeat(depth);
  const anchors = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`),
  ].join('\n');
  const patch = (type: string, body: string): Malformed => ({
    name: `deep ${type}`,
    path: `${MAPS}/taken`,
    method: 'PATCH',
    headers: { 'content-type': type },
    body,
    codes: [400, 422],
  });
  return [
    ...[501, 10_000, 400_000].flatMap((depth) => [
      post(`lists ${depth} deep`, PODS, `{"metadata":${nest('[', ']', depth)}}`, { codes: [400] }),
      post(`objects ${depth} deep`, PODS, nest('{"a":', '}', depth), { codes: [400] }),
    ]),
    ...[600, 50_000].map((depth) =>
      post(`YAML ${depth} deep`, MAPS, `data: ${nest('[', ']', depth)}`, {
        headers: { 'content-type': 'application/yaml' },
        codes: [400],
      }),
    ),
    post('anchors that grow', MAPS, anchors, { headers: { 'content-type': 'application/yaml' }, codes: [400] }),
    patch('application/merge-patch+json', nest('{"a":', '}', 5000)),
    patch('application/strategic-merge-patch+json', nest('{"metadata":', '}', 5000)),
    patch('application/apply-patch+yaml', `data: ${nest('[', ']', 5000)}`),
    ...[0, 1].map((i) =>
      post(
        `body of ${3 + i} MiB and more`,
        MAPS,
        { metadata: { name: 'huge' }, data: { a: 'x'.repeat((3 + i) * 1024 * 1024) } },
        { codes: [413] },
      ),
    ),
    post(
      'more data than a map may hold',
      MAPS,
      { metadata: { name: 'big' }, data: { a: 'x'.repeat(1024 * 1024 + 1) } },
      { codes: [422] },
    ),
    post(
      'annotations that are too long',
      MAPS,
      { metadata: { name: 'big', annotations: { a: 'x'.repeat(256 * 1024 + 1) } } },
      { codes: [422], field: 'metadata.annotations' },
    ),
  ];
}

function selectors(random: Random): Malformed[] {
  const labels = [
    'a==,',
    '=b',
    'a in',
    'a in (',
    'a in ()x',
    'a notin b',
    '!',
    '!a=b',
    'a>b',
    'a<',
    ',',
    ',,',
    'a b',
    'a in (b',
    '-a=b',
    'a=b c',
    '(a)',
    'a=$',
    'a/b/c=d',
    '/a=b',
    `${'x'.repeat(64)}=y`,
    `k=${'v'.repeat(64)}`,
  ];
  const fields = [
    'spec.colour=red',
    'metadata.name',
    'metadata.name>x',
    'a',
    'status.phase=x,,b',
    'metadata.labels.a=b',
    'metadata.name=\\x',
  ];
  const paths = [PODS, MAPS, NODES, '/api/v1/pods'];
  return [
    ...labels.map((text): Malformed => ({
      name: `labels ${text}`,
      path: `${pick(random, paths)}?labelSelector=${encodeURIComponent(text)}`,
      codes: [400],
    })),
    ...fields.map((text): Malformed => ({
      name: `fields ${text}`,
      path: `${pick(random, paths)}?fieldSelector=${encodeURIComponent(text)}`,
      codes: [400],
    })),
    ...labels.slice(0, 6).map((text): Malformed => ({
      name: `watch ${text}`,
      path: `${PODS}?watch=true&labelSelector=${encodeURIComponent(text)}`,
      codes: [400],
    })),
    ...labels.slice(0, 6).map((text): Malformed => ({
      name: `delete ${text}`,
      method: 'DELETE',
      path: `${MAPS}?labelSelector=${encodeURIComponent(text)}`,
      codes: [400],
    })),
  ];
}

function patches(random: Random): Malformed[] {
  const patch = (name: string, type: string, body: unknown, path = `${MAPS}/taken`): Malformed => ({
    name: `patch: ${name}`,
    path,
    method: 'PATCH',
    headers: { 'content-type': type },
    body,
  });
  const steps = [
    [{ op: 'replace', path: '/data/none', value: 1 }],
    [{ op: 'remove', path: '/data/none' }],
    [{ op: 'jump', path: '/data/a' }],
    [{ op: 'add', path: 'data' }],
    [{ op: 'add', value: 1 }],
    [{ op: 'test', path: '/data/a', value: 'other' }],
    [{ op: 'move', path: '/data/b', from: '/none' }],
    [{ op: 'copy', path: '/data/b' }],
    [{ op: 'replace', path: '/kind', value: 'Pod' }],
    [{ op: 'replace', path: '/metadata/name', value: 'other' }],
    [{ op: 'replace', path: '/metadata/uid', value: 'other' }],
    [{ op: 'add', path: '/metadata/labels', value: 'text' }],
    [{ op: 'add', path: '/data/b', value: { not: 'text' } }],
    [{ op: 'replace', path: '', value: 5 }],
    ['text'],
    [null],
    {},
    5,
  ];
  const merges = [
    5,
    [],
    'text',
    { metadata: { name: 'other' } },
    { metadata: { resourceVersion: '1' } },
    { data: 'text' },
    { data: { a: {} } },
    { metadata: { labels: { 'b d': 'x' } } },
    { metadata: { labels: [] } },
    { kind: 'Pod' },
    { apiVersion: 'v9' },
    { metadata: 5 },
  ];
  const strategic = [
    { $patch: 'explode' },
    { metadata: { finalizers: 'x' } },
    { metadata: { ownerReferences: [{ name: 'no uid' }] } },
    { metadata: { $patch: 7 } },
  ];
  const apply = [
    'metadata: {name: taken}',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: taken}',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: taken, managedFields: [{manager: x}]}',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: taken}\ndata: [1]',
    '[]',
    '5',
    '',
  ];
  const text = JSON.stringify([{ op: 'add', path: '/data/x', value: 'y' }]);
  return [
    ...steps.map((body) => patch(JSON.stringify(body), 'application/json-patch+json', JSON.stringify(body))),
    ...merges.map((body) => patch(JSON.stringify(body), 'application/merge-patch+json', JSON.stringify(body))),
    ...merges.map((body) =>
      patch(JSON.stringify(body), 'application/strategic-merge-patch+json', JSON.stringify(body)),
    ),
    ...strategic.map((body) => patch(JSON.stringify(body), 'application/strategic-merge-patch+json', body)),
    ...apply.map((body) => patch(body, 'application/apply-patch+yaml', body, `${MAPS}/taken?fieldManager=m`)),
    patch('no type', 'application/json', {}),
    patch(
      'too many steps',
      'application/json-patch+json',
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
    ),
    ...Array.from({ length: 20 }, () => {
      const at = 1 + random.below(text.length - 1);
      return patch(`cut at ${at}`, 'application/json-patch+json', text.slice(0, at));
    }),
  ];
}

function protobuf(random: Random): Malformed[] {
  const prefix = Buffer.from([0x6b, 0x38, 0x73, 0]);
  const envelope = Buffer.from([0x0a, 0x0f, 0x0a, 0x02, 0x76, 0x31, 0x12, 0x09, ...Buffer.from('ConfigMap')]);
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
  const bodies = Array.from({ length: 40 }, () => {
    const noise = Buffer.from(Array.from({ length: 1 + random.below(30) }, () => random.below(256)));
    return pick(random, [
      noise,
      Buffer.concat([prefix, noise]),
      Buffer.concat([prefix, envelope, Buffer.from([0x12, noise.length]), noise]),
    ]);
  });
  return bodies.map((body) => post(`protobuf ${body.toString('hex')}`, MAPS, body, { headers }));
}

function options(): Malformed[] {
  const map = { metadata: { name: 'options' } };
  const invalid = (query: string, field: string): Malformed =>
    post(`?${query}`, `${MAPS}?${query}`, map, { codes: [422], field });
  const bad = (query: string, codes: readonly number[], path = MAPS): Malformed => ({
    name: `?${query}`,
    path: `${path}?${query}`,
    codes,
  });
  return [
    ...['all', 'None', '1', 'true'].map((value) => invalid(`dryRun=${value}`, 'dryRun')),
    invalid(`fieldManager=${'x'.repeat(129)}`, 'fieldManager'),
    invalid('fieldManager=%00', 'fieldManager'),
    ...['strict', 'Loose', '0'].map((value) => invalid(`fieldValidation=${value}`, 'fieldValidation')),
    ...['x', '1.5', '-1', '1e3', '9'.repeat(30)].flatMap((value) => [
      bad(`limit=${value}`, [400]),
      bad(`watch=1&timeoutSeconds=${value}`, [400]),
    ]),
    ...['x', '-1', '1.5', '0x10', '9'.repeat(30)].map((value) => bad(`resourceVersion=${value}`, [400])),
    ...['x', 'e30', 'eyJydiI6MH0', '%00'].map((value) => bad(`continue=${value}`, [400])),
    bad('resourceVersionMatch=Exact', [422]),
    bad('resourceVersionMatch=Sometimes&resourceVersion=1', [422]),
    bad('sendInitialEvents=true', [422]),
    bad('includeObject=Everything', [400], PODS),
    { name: 'DELETE grace', path: `${MAPS}/taken?gracePeriodSeconds=soon`, method: 'DELETE', codes: [400] },
    { name: 'DELETE policy', path: `${MAPS}/taken?propagationPolicy=Sideways`, method: 'DELETE', codes: [422] },
    { name: 'DELETE dry run', path: `${MAPS}/taken?dryRun=Some`, method: 'DELETE', codes: [422] },
    ...[
      [],
      'x',
      { gracePeriodSeconds: 'x' },
      { gracePeriodSeconds: 1.5 },
      { preconditions: 'x' },
      { dryRun: 'All' },
      { dryRun: ['Some'] },
      { kind: 'Pod' },
      { orphanDependents: true, propagationPolicy: 'Orphan' },
    ].map((body): Malformed => ({
      name: `DELETE ${JSON.stringify(body)}`,
      path: `${MAPS}/taken`,
      method: 'DELETE',
      headers: json,
      body: JSON.stringify(body),
      codes: [400, 422],
    })),
    ...[
      {},
      { target: {} },
      { target: { kind: 'Pod', name: 'n' } },
      { target: 'n' },
      { metadata: { name: 'other' }, target: { name: 'n' } },
      { kind: 'Pod' },
      [],
    ].map((body): Malformed =>
      post(`binding ${JSON.stringify(body)}`, `${PODS}/waiting/binding`, JSON.stringify(body)),
    ),
    ...[
      { metadata: { name: 'other' } },
      { deleteOptions: 5 },
      { kind: 'Pod' },
      { deleteOptions: { dryRun: ['x'] } },
      [],
    ].map((body): Malformed =>
      post(`eviction ${JSON.stringify(body)}`, `${PODS}/waiting/eviction`, JSON.stringify(body)),
    ),
  ];
}

/** Values of the right type that mean nothing. */
function values(): Malformed[] {
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
