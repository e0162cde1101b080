import type { Random } from '@orrery/time';
import { RICH_NODE, RICH_POD } from './manifests';
import { positionsOf, valueAt, withValueAt, wrongTypeFor } from './mutations';
import { POD, type Malformed, PODS, MAPS, NODES, json, post, pick } from './malformed-request';

export function wrongTypes(): Malformed[] {
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

/** Returns texts that are not JSON or YAML any more. */
export function brokenText(random: Random): Malformed[] {
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

/** Keys with a meaning to careless programs are unknown fields, or invalid labels. */
export function prototypes(): Malformed[] {
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
    { name: 'a resource __proto__', path: '/api/v1/__proto__', codes: [404], isNoPath: true },
    { name: 'a subresource constructor', path: `${MAPS}/taken/constructor`, codes: [404], isNoPath: true },
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

/** Returns bodies that lack the fields that rules and admission read. */
export function emptyBodies(): Malformed[] {
  const batch = ['/apis/batch/v1', '/apis/batch/v1beta1'];
  const name = { codes: [422], field: 'metadata.name' };
  const containers = { codes: [422], field: 'spec.containers' };
  const limited = '/api/v1/namespaces/limited/pods';
  return [
    post('a node of nothing', NODES, {}, name),
    post('a priority class without a name', '/apis/scheduling.k8s.io/v1/priorityclasses', { value: 1 }, name),
    ...batch.flatMap((group) => [
      post(`a cron job of nothing at ${group}`, `${group}/namespaces/default/cronjobs`, { metadata: {} }, name),
    ]),
    post('a job of nothing', '/apis/batch/v1/namespaces/default/jobs', { spec: { template: {} } }, name),
    post('a pod without containers under limits', limited, { metadata: { name: 'a' }, spec: {} }, containers),
    post(
      'a pod of no containers under limits',
      limited,
      { metadata: { name: 'a' }, spec: { containers: [] } },
      containers,
    ),
    post('a pod without a spec under limits', limited, { metadata: { name: 'a' } }, containers),
    {
      name: 'a pod is replaced by nothing',
      method: 'PUT',
      path: `${PODS}/waiting`,
      body: { metadata: { name: 'waiting' } },
      ...containers,
    },
    post(
      'a host alias of no address',
      PODS,
      { metadata: { name: 'a' }, spec: { ...POD.spec, hostAliases: [{ ip: 'nonsense' }] } },
      { codes: [422], field: 'spec.hostAliases[0].ip' },
    ),
    ...[
      { addressType: 'IPv4', ports: [{ protocol: 'nonsense' }] },
      { addressType: 'nonsense', ports: [] },
    ].map((body, i) =>
      post(
        `an endpoint slice of nonsense ${i}`,
        '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
        { metadata: { name: 'a' }, endpoints: [], ...body },
        { codes: [422], field: i === 0 ? 'ports[0].protocol' : 'addressType' },
      ),
    ),
    post(
      'a slice of an endpoint that is null',
      '/apis/discovery.k8s.io/v1beta1/namespaces/default/endpointslices',
      { addressType: 'IPv4', endpoints: [null] },
      name,
    ),
  ];
}

export function depths(): Malformed[] {
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
    ...['[', '{a: ', '- ', '? '].flatMap((open) =>
      [600, 50_000].map((depth) =>
        post(`YAML of ${depth} times ${open}`, MAPS, `data:\n  ${open.repeat(depth)}`, {
          headers: { 'content-type': 'application/yaml' },
          codes: [400],
        }),
      ),
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

export function protobuf(random: Random): Malformed[] {
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
