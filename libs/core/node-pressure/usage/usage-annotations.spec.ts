import { containerText, ContainerUsage, hasUsage } from './usage-annotations';

test.each([
  [
    "the container's own word counts first",
    '1',
    { 'orrery.dev/app.usage-memory': '1', 'orrery.dev/usage-memory': '2' },
  ],
  ['then that for all containers', '2', { 'orrery.dev/usage-memory': '2', 'kwok.x-k8s.io/usage-memory': '3' }],
  ["then what kwok's users write", '3', { 'kwok.x-k8s.io/usage-memory': '3' }],
  ['nothing', undefined, { 'kwok.x-k8s.io/node': 'fake' }],
])('%s', (_what, want, annotations) => {
  expect(containerText(annotations, 'app', ContainerUsage.Memory)).toBe(want);
  expect(hasUsage(annotations)).toBe(want !== undefined);
});
