import type { Random } from '@orrery/time';
import { type Malformed, MAPS } from './malformed-request';

export function patches(random: Random): Malformed[] {
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
    { metadata: 5 },
  ];
  // A strategic merge patch changes fields of a typed object: its own kind does not matter.
  const identities = [{ kind: 'Pod' }, { apiVersion: 'v9' }];
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
    ...[...merges, ...identities].map((body) =>
      patch(JSON.stringify(body), 'application/merge-patch+json', JSON.stringify(body)),
    ),
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
    {
      ...patch(
        'copies of copies',
        'application/json-patch+json',
        Array.from({ length: 100 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/k${i}` })),
      ),
      codes: [422],
      field: '[',
    },
    ...Array.from({ length: 20 }, () => {
      const at = 1 + random.below(text.length - 1);
      return patch(`cut at ${at}`, 'application/json-patch+json', text.slice(0, at));
    }),
  ];
}
