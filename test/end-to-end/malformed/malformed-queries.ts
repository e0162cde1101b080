import type { Random } from '@orrery/time';
import { type Malformed, PODS, MAPS, NODES, json, post, pick } from './malformed-request';

export function selectors(random: Random): Malformed[] {
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

export function options(): Malformed[] {
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
    ...['x', '1.5', '1e3', '9'.repeat(30)].flatMap((value) => [
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
