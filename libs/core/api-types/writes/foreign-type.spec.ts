import { refuseForeignType } from './decode-body';

const EVICTION = { apiVersion: 'policy/v1', kind: 'Eviction', laterVersions: ['policy/v1'] };

test.each([
  ['no type', {}, 'k8s-1.20', undefined],
  ['the version of the release', { apiVersion: 'policy/v1beta1', kind: 'Eviction' }, 'k8s-1.20', undefined],
  ['a version of today', { apiVersion: 'policy/v1', kind: 'Eviction' }, 'modern', undefined],
  [
    'a version that came later',
    { apiVersion: 'policy/v1', kind: 'Eviction' },
    'k8s-1.20',
    'Eviction in version "v1" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v1" in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"',
  ],
  [
    'an unknown kind',
    { apiVersion: 'policy/v1', kind: 'Foo' },
    'modern',
    'Foo in version "v1" cannot be handled as a Eviction: no kind "Foo" is registered for version "policy/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  [
    'another kind',
    { apiVersion: 'v1', kind: 'Pod' },
    'modern',
    'Pod in version "v1" cannot be handled as a Eviction: converting (v1.Pod) to (policy.Eviction): unknown conversion',
  ],
] as const)('a body of %s', (_what, body, release, refusal) => {
  expect(refuseForeignType(EVICTION, body, release)?.message).toBe(refusal);
});
