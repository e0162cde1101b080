import type { PodSecurityPolicySpec } from '@orrery/api-types';
import { admitted, APP_ARMOR, OPEN, SECCOMP, type Story } from './testing/evaluation';

const refusedBy = (policy: PodSecurityPolicySpec, story: Story): unknown => {
  const outcome = admitted({ policies: { p: { ...OPEN, ...policy } }, ...story });
  return typeof outcome === 'string' ? outcome.replace('unable to admit pod: ', '') : 'admitted';
};

describe('what a policy does not allow', () => {
  const c = 'spec.containers[0]';
  const sc = `${c}.securityContext`;
  const withSecurity = (securityContext: object): Story => ({ container: { securityContext } });
  const ofPod = (securityContext: object): Story => ({ spec: { securityContext } });
  const volume = (source: object, more: object = {}): Story => ({
    spec: { volumes: [{ name: 'v', ...source }] },
    container: more,
  });
  const range = (rule: string, ...pairs: [number, number][]) => ({
    rule,
    ranges: pairs.map(([min, max]) => ({ min, max })),
  });
  it.each<[string, PodSecurityPolicySpec, Story, string]>([
    [
      'privileged',
      {},
      withSecurity({ privileged: true }),
      `[${sc}.privileged: Invalid value: true: Privileged containers are not allowed]`,
    ],
    [
      'namespaces of the host',
      {},
      { spec: { hostNetwork: true, hostPID: true, hostIPC: true } },
      '[spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used ' +
        'spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used ' +
        'spec.securityContext.hostIPC: Invalid value: true: Host IPC is not allowed to be used]',
    ],
    [
      'a port of the host',
      {
        hostPorts: [
          { min: 1, max: 1 },
          { min: 5, max: 9 },
        ],
      },
      { container: { ports: [{ hostPort: 1 }, { hostPort: 10 }] } },
      `[${c}.hostPort: Invalid value: 10: Host port 10 is not allowed to be used. Allowed ports: [1,5-9]]`,
    ],
    [
      'a user out of range',
      { runAsUser: range('MustRunAs', [1, 3], [4, 4]) },
      withSecurity({ runAsUser: 5 }),
      `[${sc}.runAsUser: Invalid value: 5: must be in the ranges: [{1 3} {4 4}]]`,
    ],
    [
      'root',
      { runAsUser: { rule: 'MustRunAsNonRoot' } },
      withSecurity({ runAsUser: 0 }),
      `[${sc}.runAsUser: Invalid value: 0: running with the root UID is forbidden]`,
    ],
    [
      'an image that may be root',
      { runAsUser: { rule: 'MustRunAsNonRoot' } },
      withSecurity({ runAsNonRoot: false }),
      `[${sc}.runAsNonRoot: Invalid value: false: must be true]`,
    ],
    [
      'a group out of range',
      { runAsGroup: range('MayRunAs', [1, 3]) },
      withSecurity({ runAsGroup: 5 }),
      `[${sc}: Invalid value: []int64{5}: group 5 must be in the ranges: [{1 3}]]`,
    ],
    [
      'a group of files',
      { fsGroup: range('MustRunAs', [1, 3]) },
      ofPod({ fsGroup: 5 }),
      '[spec.securityContext.fsGroup: Invalid value: []int64{5}: group 5 must be in the ranges: [{1 3}]]',
    ],
    [
      'further groups',
      { supplementalGroups: range('MayRunAs', [1, 3]) },
      ofPod({ supplementalGroups: [5, 2, 6] }),
      '[spec.securityContext.supplementalGroups: Invalid value: []int64{5, 2, 6}: group 5 must be in the ranges: [{1 3}] ' +
        'spec.securityContext.supplementalGroups: Invalid value: []int64{5, 2, 6}: group 6 must be in the ranges: [{1 3}]]',
    ],
    [
      'a capability',
      { allowedCapabilities: ['CHOWN'] },
      withSecurity({ capabilities: { add: ['CHOWN', 'KILL'] } }),
      `[${sc}.capabilities.add: Invalid value: "KILL": capability may not be added]`,
    ],
    [
      'SELinux',
      { seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0:c1,c2', user: 'u' } } },
      withSecurity({ seLinuxOptions: { level: 's0:c2,c1', user: 'v' } }),
      `[${sc}.seLinuxOptions.user: Invalid value: "v": must be u]`,
    ],
    [
      'proc mounts',
      {},
      withSecurity({ procMount: 'Unmasked' }),
      `[${sc}.procMount: Invalid value: "Unmasked": ProcMountType is not allowed]`,
    ],
    [
      'a writable root',
      { readOnlyRootFilesystem: true },
      withSecurity({ readOnlyRootFilesystem: false }),
      `[${sc}.readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true]`,
    ],
    [
      'escalation',
      { allowPrivilegeEscalation: false },
      withSecurity({ allowPrivilegeEscalation: true }),
      `[${sc}.allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed]`,
    ],
    [
      'sysctls',
      { allowedUnsafeSysctls: ['net.*'], forbiddenSysctls: ['net.a', 'kernel.shm*'] },
      ofPod({
        sysctls: ['kernel.shm_rmid_forced', 'net.a', 'net.b', 'vm.c', 'net.ipv4.tcp_syncookies'].map((name) => ({
          name,
          value: '1',
        })),
      }),
      '[pod.spec.securityContext.sysctls[0]: Forbidden: sysctl "kernel.shm_rmid_forced" is not allowed ' +
        'pod.spec.securityContext.sysctls[1]: Forbidden: sysctl "net.a" is not allowed ' +
        'pod.spec.securityContext.sysctls[3]: Forbidden: unsafe sysctl "vm.c" is not allowed]',
    ],
    [
      'a type of volumes',
      { volumes: ['secret'] },
      volume({ hostPath: { path: '/tmp' } }),
      '[spec.volumes[0]: Invalid value: "hostPath": hostPath volumes are not allowed to be used]',
    ],
    [
      'a token in more than a token volume',
      { volumes: ['secret'] },
      volume({ projected: { sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'mine' } }] } }),
      '[spec.volumes[0]: Invalid value: "projected": projected volumes are not allowed to be used]',
    ],
    [
      'a path of the host',
      { volumes: ['*'], allowedHostPaths: [{ pathPrefix: '/foo/' }] },
      volume({ hostPath: { path: '/foobar' } }),
      '[spec.volumes[0].hostPath.pathPrefix: Invalid value: "/foobar": is not allowed to be used]',
    ],
    [
      'a path that may only be read',
      { volumes: ['*'], allowedHostPaths: [{ pathPrefix: '/foo', readOnly: true }] },
      volume({ hostPath: { path: '/foo/bar' } }, { volumeMounts: [{ name: 'v', mountPath: '/m' }] }),
      `[${c}.volumeMounts[0].readOnly: Invalid value: false: must be read-only]`,
    ],
    [
      'a flex driver',
      { volumes: ['*'], allowedFlexVolumes: [{ driver: 'a/b' }] },
      volume({ flexVolume: { driver: 'a/c' } }),
      '[spec.volumes[0].driver: Invalid value: "a/c": Flexvolume driver is not allowed to be used]',
    ],
    [
      'a CSI driver',
      { volumes: ['csi'], allowedCSIDrivers: [{ name: 'a' }] },
      volume({ csi: { driver: 'b' } }),
      '[spec.volumes[0].csi.driver: Invalid value: "b": Inline CSI driver is not allowed to be used]',
    ],
    [
      'a runtime class',
      { runtimeClass: { allowedRuntimeClassNames: ['a'] } },
      { spec: { runtimeClassName: 'b' } },
      '[spec.runtimeClassName: Invalid value: "b"]',
    ],
    [
      'seccomp, where nothing is listed',
      {},
      { annotations: { [`${SECCOMP}/pod`]: 'unconfined' } },
      `[pod.metadata.annotations[${SECCOMP}/pod]: Forbidden: seccomp may not be set pod.metadata.annotations[container.${SECCOMP}/c]: Forbidden: seccomp may not be set]`,
    ],
    [
      'another seccomp profile of a container',
      {},
      {
        rules: { [`${SECCOMP}/allowedProfileNames`]: 'docker/default' },
        annotations: { [`${SECCOMP}/pod`]: 'runtime/default' },
        ...withSecurity({ seccompProfile: { type: 'Localhost', localhostProfile: 'x' } }),
      },
      `[pod.metadata.annotations[container.${SECCOMP}/c]: Forbidden: localhost/x is not an allowed seccomp profile. Valid values are docker/default]`,
    ],
    [
      'no AppArmor',
      {},
      { rules: { [`${APP_ARMOR}/allowedProfileNames`]: 'runtime/default' } },
      `[pod.metadata.annotations[container.${APP_ARMOR}/c]: Forbidden: AppArmor profile must be set]`,
    ],
    [
      'an AppArmor profile',
      {},
      { rules: { [`${APP_ARMOR}/allowedProfileNames`]: 'a,b' }, annotations: { [`container.${APP_ARMOR}/c`]: 'd' } },
      `[pod.metadata.annotations[container.${APP_ARMOR}/c]: Forbidden: d is not an allowed profile. Allowed values: "a,b"]`,
    ],
    [
      'a field of an init container',
      {},
      { spec: { initContainers: [{ name: 'i', securityContext: { privileged: true } }] } },
      '[spec.initContainers[0].securityContext.privileged: Invalid value: true: Privileged containers are not allowed]',
    ],
  ])('%s', (_name, policy, story, words) => expect(refusedBy(policy, story)).toBe(words));

  it.each<[string, PodSecurityPolicySpec, Story]>([
    [
      'what the policy allows',
      { privileged: true, hostNetwork: true, allowedCapabilities: ['*'] },
      { spec: { hostNetwork: true }, ...withSecurity({ privileged: true, capabilities: { add: ['X'] } }) },
    ],
    [
      'a path below an allowed one',
      { volumes: ['hostPath'], allowedHostPaths: [{ pathPrefix: '/foo' }] },
      volume({ hostPath: { path: '/foo/bar' } }),
    ],
    [
      'a token, where Secrets are allowed',
      { volumes: ['secret'] },
      volume({
        projected: {
          sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'kube-root-ca.crt' } }],
        },
      }),
    ],
    ['a group that the pod has', { runAsGroup: range('MustRunAs', [5, 5]) }, ofPod({ runAsGroup: 5 })],
    [
      'any profile',
      {},
      { rules: { [`${SECCOMP}/allowedProfileNames`]: '*' }, annotations: { [`${SECCOMP}/pod`]: 'localhost/x' } },
    ],
  ])('admits %s', (_name, policy, story) => expect(refusedBy(policy, story)).toBe('admitted'));
});
