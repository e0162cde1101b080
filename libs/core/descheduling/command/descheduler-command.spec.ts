import type { Container, Pod } from '@orrery/api-types';
import { isDeschedulerContainer, parseDeschedulerCommand } from './descheduler-command';
import { mountedFile } from './mounted-file';

const container = (fields: Partial<Container>): Container => ({ name: 'main', ...fields });

test.each([
  { image: 'registry.access.redhat.com/openshift3/ose-descheduler', want: true },
  { image: 'registry:5000/descheduler/descheduler:v0.34.0', want: true },
  { image: 'descheduler@sha256:0123', want: true },
  { image: 'my-descheduler', want: false },
])('image $image', ({ image, want }) => {
  expect(isDeschedulerContainer(container({ image }))).toBe(want);
});

test.each([
  {
    command: ['/bin/sh', '-ec', '/bin/descheduler --policy-config-file /policy-dir/policy.yaml\n'],
    want: { policyFile: '/policy-dir/policy.yaml' },
  },
  {
    command: ['/bin/descheduler', '--policy-config-file=/p', '--dry-run', '--v', '3'],
    want: { policyFile: '/p', dryRun: true },
  },
  {
    command: ['/bin/descheduler', '--descheduling-interval', '5m', '--leader-elect'],
    want: {
      intervalMs: 300_000,
      leaderElection: {
        namespace: 'kube-system',
        name: 'descheduler',
        leaseDurationMs: 137_000,
        renewDeadlineMs: 107_000,
        retryPeriodMs: 26_000,
      },
    },
  },
  {
    command: [
      '/bin/descheduler',
      '--leader-elect=true',
      '--descheduling-interval=1m',
      '--leader-elect-lease-duration=15s',
      '--leader-elect-renew-deadline=10s',
      '--leader-elect-retry-period=2s',
      '--leader-elect-resource-lock=leases',
      '--leader-elect-resource-name=one',
      '--leader-elect-resource-namespace',
      'ops',
    ],
    want: {
      leaderElection: {
        namespace: 'ops',
        name: 'one',
        leaseDurationMs: 15_000,
        renewDeadlineMs: 10_000,
        retryPeriodMs: 2000,
      },
    },
  },
  { command: ['/bin/descheduler', '--compat', 'duplicates=Uniform'], want: { behaviour: { duplicates: 'Uniform' } } },
  {
    command: ['/bin/descheduler', '--max-pods-to-evict-per-node', '3'],
    want: { policyFields: { maxNoOfPodsToEvictPerNode: 3 } },
  },
])('$command', ({ command, want }) => {
  expect(parseDeschedulerCommand({ command })).toMatchObject({ ok: true, command: want });
});

it('needs no election in a dry run', () => {
  const verdict = parseDeschedulerCommand({ command: ['/bin/descheduler', '--leader-elect', '--dry-run'] });
  expect(verdict).toMatchObject({ ok: true, command: { dryRun: true } });
  expect(verdict).not.toMatchObject({ command: { leaderElection: expect.anything() } });
});

test.each([
  { command: ['/bin/descheduler', '--leader-elect'], reason: 'leaderElection must be used with deschedulingInterval' },
  {
    command: ['/bin/descheduler', '--leader-elect', '--descheduling-interval=1m', '--leader-elect-retry-period=100s'],
    reason: 'leaderElection: renewDeadline must be greater than retryPeriod*JitterFactor',
  },
  { command: ['/bin/descheduler', '--descheduling-interval=soon'], reason: 'time: invalid duration "soon"' },
  { command: ['/bin/descheduler', '--leader-elect-resource-lock=endpoints'], reason: 'Invalid lock-type endpoints' },
  { command: ['/bin/descheduler', '--leader-elect-charm=9'], reason: 'unknown flag: --leader-elect-charm' },
  { command: ['/bin/descheduler', '--speed', '9'], reason: 'unknown flag: --speed' },
  { command: ['/bin/descheduler', '--compat', 'duplicates=Some'], reason: 'must be one of OnePerNode, Uniform' },
])('refuses $command', ({ command, reason }) => {
  expect(parseDeschedulerCommand({ command })).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test.each([
  { path: '/policy-dir/policy.yaml', want: { configMap: 'cm', key: 'policy.yaml' } },
  { path: '/renamed/p.yaml', want: { configMap: 'cm', key: 'policy.yaml' } },
  { path: '/renamed/policy.yaml', want: undefined },
  { path: '/elsewhere/policy.yaml', want: undefined },
])('the file $path', ({ path, want }) => {
  const own = container({
    volumeMounts: [
      { name: 'all', mountPath: '/policy-dir/' },
      { name: 'some', mountPath: '/renamed' },
    ],
  });
  const volumes = [
    { name: 'all', configMap: { name: 'cm' } },
    { name: 'some', configMap: { name: 'cm', items: [{ key: 'policy.yaml', path: 'p.yaml' }] } },
  ];
  expect(mountedFile({ spec: { volumes, containers: [own] } } as unknown as Pod, own, path)).toEqual(want);
});
