import type { Schema } from '@orrery/documents';
import { NAMED_PLUGINS } from './testing/named-plugins';
import { settingsErrors } from './cluster-settings';
import { CLUSTER_SETTINGS } from './settings-schema';

const KUBE_SCHEDULER = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };
const POLICY = { apiVersion: 'descheduler/v1alpha2', kind: 'DeschedulerPolicy' };

test.each([
  [{ foo: 1 }, 'foo: unknown setting'],
  [{ nodeHeath: {} }, 'nodeHeath: unknown setting; did you mean nodeHealth?'],
  [{ nodeHealth: { requeu: 'refresh' } }, 'nodeHealth.requeu: unknown setting; did you mean requeue?'],
  [{ nodeIpam: { clusterCidrs: [] } }, 'nodeIpam.clusterCidrs: unknown setting; did you mean clusterCIDRs?'],
  [{ kubelet: { imagePullMs: 5 } }, 'kubelet.imagePullMs: unknown setting; did you mean imagePull?'],
  [{ kubelet: { toString: 1 } }, 'kubelet.toString: unknown setting'],
  [{ schedulers: { a: { strickt: true } } }, 'schedulers[a].strickt: unknown setting; did you mean strict?'],
  [
    { schedulers: { a: { configuration: { ...KUBE_SCHEDULER, profils: [] } } } },
    'schedulers[a].configuration.profils: unknown field; did you mean profiles?',
  ],
  [{ schedulers: { a: null } }, 'schedulers[a]: Invalid value: must be an object'],
  [{ schedulers: [] }, 'schedulers: Invalid value: must be an object'],
  [
    { bundle: 'old' },
    'bundle: Unsupported value: "old": supported values: "okd-legacy", "k8s-1.20", "modern", "k8s-1.36"',
  ],
  [{ kubelet: { imagePull: 5 } }, 'kubelet.imagePull: Invalid value: 5: must be a duration such as "40s"'],
  [{ kubelet: { sandbox: '-1s' } }, 'kubelet.sandbox: Invalid value: "-1s": must not be negative'],
  [{ pressure: { messageVersion: 3 } }, 'pressure.messageVersion: Invalid value: 3: must be 1 or 2'],
  [
    { machineConfig: { rollOut: 'x' } },
    'machineConfig.rollOut: Unsupported value: "x": supported values: "rolling", "instant"',
  ],
  [
    { nodeHealth: { unhealthyZoneThreshold: 55 } },
    'nodeHealth.unhealthyZoneThreshold: Invalid value: 55: must be between 0 and 1',
  ],
  [
    { kubeletConfigurations: [{ configuration: { maxPods: -1 } }] },
    'kubeletConfigurations[0].configuration: maxPods: -1 must be a whole number that is not negative',
  ],
  [
    { kubeletConfigurations: [{ nodeSelector: { a: 1 }, configuration: {} }] },
    'kubeletConfigurations[0].nodeSelector: Invalid value: must map labels to values',
  ],
  [{ descheduler: { policy: POLICY } }, 'descheduler.interval: exactly one of interval and cron must be given'],
  [
    { descheduler: { policy: { ...POLICY, kind: 'Policy' }, interval: '5m' } },
    'descheduler.policy.kind: no kind "Policy" is registered for version "descheduler/v1alpha2"',
  ],
  [{ cloud: {} }, 'cloud.provider: Unsupported value: null: supported values: "external"'],
  [{ projectConfig: 3 }, 'projectConfig: Invalid value: must be an object'],
])('%j: %s', (settings, error) => {
  const errors = settingsErrors(settings as never, NAMED_PLUGINS).map(({ field, reason }) => `${field}: ${reason}`);
  expect(errors).toEqual([error]);
});

/** Fields of the schema whose names have a unit, by path. */
function withUnits(schema: Schema, path: string): string[] {
  const inside = Object.entries(schema.fields ?? {}).flatMap(([name, field]) => withUnits(field, `${path}.${name}`));
  return /(Ms|Millis|Milliseconds|Seconds|Minutes)$/.test(path) ? [path, ...inside] : inside;
}

test('durations are texts such as "40s", and no name has a unit', () => {
  expect(withUnits(CLUSTER_SETTINGS, 'settings')).toEqual([]);
});
