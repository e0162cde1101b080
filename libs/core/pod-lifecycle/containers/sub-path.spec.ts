import type { Container, Pod } from '@orrery/api-types';
import { subPathError } from './sub-path';

const pod = { metadata: { name: 'p', namespace: 'n', uid: 'u', annotations: { path: 'mine' } } } as unknown as Pod;
const fieldRef = (fieldPath: string): object => ({ valueFrom: { fieldRef: { fieldPath } } });

test.each<[object, object, string | undefined]>([
  [{}, { env: [] }, undefined],
  [{ subPath: 'a/b' }, {}, undefined],
  [{ subPath: 'a/../b' }, {}, "unable to provision SubPath `a/../b`: must not contain '..'"],
  [{ subPathExpr: '$(A)' }, { env: [{ name: 'A', value: 'x' }] }, undefined],
  [
    { subPathExpr: '$(A)' },
    { env: [{ name: 'A', value: '..' }] },
    "unable to provision SubPath `..`: must not contain '..'",
  ],
  [
    { subPathExpr: '$(A)' },
    { env: [{ name: 'A', value: '/tmp' }] },
    'error SubPath `/tmp` must not be an absolute path',
  ],
  [
    { subPathExpr: '$(A)' },
    { env: [{ name: 'A', value: '/$(B)' }] },
    'error SubPath `/$(B)` must not be an absolute path',
  ],
  [{ subPathExpr: '$(B)/$(A)' }, {}, 'missing value for A, B'],
  [{ subPathExpr: '$(A)' }, { env: [{ name: 'A', ...fieldRef('metadata.name') }] }, undefined],
  [{ subPathExpr: '$(A)' }, { env: [{ name: 'A', ...fieldRef("metadata.annotations['path']") }] }, undefined],
  [
    { subPathExpr: '$(A)' },
    { env: [{ name: 'A', ...fieldRef("metadata.annotations['none']") }] },
    'missing value for A',
  ],
  [{ subPathExpr: '$(A)' }, { env: [{ name: 'A', ...fieldRef('status.podIP') }] }, undefined],
  [{ subPathExpr: '$(A)' }, { env: [{ name: 'A', valueFrom: { secretKeyRef: {} } }] }, undefined],
  [{ subPathExpr: '$(A)' }, { envFrom: [{}] }, undefined],
])('%j of %j', (mount, container, want) => {
  expect(subPathError(pod, { name: 'c', volumeMounts: [mount], ...container } as Container)).toBe(want);
});
