import type { Node } from '@orrery/api-types';
import { betaLabelChange } from './beta-labels';

const node = (labels?: Record<string, string>) => ({ metadata: { name: 'n', ...(labels ? { labels } : {}) } }) as Node;

test.each<[string, Record<string, string> | undefined, Record<string, string> | undefined]>([
  ['no labels', undefined, undefined],
  ['no stable labels', { 'beta.kubernetes.io/os': 'linux' }, undefined],
  [
    'missing',
    { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'arm64' },
    { 'beta.kubernetes.io/os': 'linux', 'beta.kubernetes.io/arch': 'arm64' },
  ],
  [
    'another value',
    { 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'windows' },
    { 'beta.kubernetes.io/os': 'linux' },
  ],
  ['in agreement', { 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'linux' }, undefined],
])('%s', (_name, labels, expected) => {
  expect(betaLabelChange(node(labels))).toEqual(expected);
});
