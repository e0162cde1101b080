import { pressureSettings } from '../pressure-settings';
import { enforcementEvents, startRefusal } from './enforcement';
import { resourceConfiguration, type KubeletConfiguration } from './kubelet-configuration';

const configured = (configuration: KubeletConfiguration): ReturnType<typeof resourceConfiguration> =>
  resourceConfiguration(configuration, pressureSettings('k8s-1.20').defaultEvictionHard);
const capacity = { cpu: '4', memory: '32Gi' };
const groups = {
  enforceNodeAllocatable: ['pods', 'system-reserved', 'kube-reserved'],
  systemReservedCgroup: '/system.slice',
  kubeReservedCgroup: '/kube.slice',
};
const TOO_MUCH =
  'invalid Node Allocatable configuration. Resource "memory" has an allocatable of 41060Mi, capacity of -8292Mi';
const SWAP = 'running with swap on is not supported, please disable swap! or set --fail-swap-on flag to false';

describe('a kubelet that sets its limits', () => {
  test.each<[string, KubeletConfiguration, string[]]>([
    ['usually', {}, ['NodeAllocatableEnforced: Updated Node Allocatable limit across pods']],
    ['without', { enforceNodeAllocatable: ['none'] }, []],
    [
      'on daemons, too',
      { ...groups, systemReserved: { cpu: '1' }, kubeReserved: { cpu: '1' } },
      [
        'NodeAllocatableEnforced: Updated Node Allocatable limit across pods',
        'NodeAllocatableEnforced: Updated limits on system reserved cgroup /system.slice',
        'NodeAllocatableEnforced: Updated limits on kube reserved cgroup /kube.slice',
      ],
    ],
    [
      'on daemons that nothing is reserved for',
      { ...groups, systemReserved: { cpu: '1' } },
      [
        'NodeAllocatableEnforced: Updated Node Allocatable limit across pods',
        'NodeAllocatableEnforced: Updated limits on system reserved cgroup /system.slice',
        'FailedNodeAllocatableEnforcement: Failed to enforce Kube Reserved Cgroup Limits on "/kube.slice": "/kube.slice" cgroup is not config properly',
      ],
    ],
    [
      'of which nothing is left',
      { kubeReserved: { memory: '40Gi' } },
      [
        `FailedNodeAllocatableEnforcement: ${TOO_MUCH}`,
        'NodeAllocatableEnforced: Updated Node Allocatable limit across pods',
      ],
    ],
  ])('%s', (_name, configuration, expected) => {
    const events = enforcementEvents(capacity, configured(configuration));
    expect(events.map(({ reason, message }) => `${reason}: ${message}`)).toEqual(expected);
    expect(events.every(({ type, reason }) => (type === 'Warning') === reason.startsWith('Failed'))).toBe(true);
  });
});

describe('a kubelet does not start', () => {
  test.each<[string, KubeletConfiguration, number, 'clamp' | 'fail', string | undefined]>([
    ['with swap', {}, 1, 'clamp', SWAP],
    ['unless it puts up with it', { failSwapOn: false }, 1, 'clamp', undefined],
    ['without swap it does', {}, 0, 'clamp', undefined],
    ['with too much reserved', { kubeReserved: { memory: '40Gi' } }, 0, 'fail', TOO_MUCH],
    ['unless it makes the best of it', { kubeReserved: { memory: '40Gi' } }, 0, 'clamp', undefined],
    ['with just enough it does', { kubeReserved: { memory: '32668Mi' } }, 0, 'fail', undefined],
  ])('%s', (_name, configuration, swapBytes, whenOverReserved, expected) => {
    expect(startRefusal({ capacity, swapBytes }, configured(configuration), whenOverReserved)).toBe(expected);
  });
});
