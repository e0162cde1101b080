import { kindByGvk, renderFieldError, validateCreate, type KubeObject } from '../../index';

const KIND = kindByGvk('policy/v1beta1', 'PodSecurityPolicy')!;
const ANYTHING = {
  seLinux: { rule: 'RunAsAny' },
  runAsUser: { rule: 'RunAsAny' },
  supplementalGroups: { rule: 'RunAsAny' },
  fsGroup: { rule: 'RunAsAny' },
  allowPrivilegeEscalation: true,
};
const metadata = { name: 'p', uid: 'u', resourceVersion: '1', creationTimestamp: '2020-01-01T00:00:00Z' };
const policy = (spec: object, annotations: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodSecurityPolicy',
  metadata: { ...metadata, annotations },
  spec: { ...ANYTHING, ...spec },
});
const errorsOf = (object: KubeObject): string[] => validateCreate(KIND, object).map(renderFieldError);
const names = Array.from({ length: 3 }, (_, i) => `n${i}`);

test.each<[string, object, string[]]>([
  ['nothing more', {}, []],
  [
    'everything in order',
    {
      volumes: ['*'],
      allowedCapabilities: ['*'],
      runAsUser: { rule: 'MustRunAs', ranges: [{ min: 1, max: 1 }] },
      runAsGroup: { rule: 'MayRunAs', ranges: [{ min: 0, max: 9 }] },
      allowedHostPaths: [{ pathPrefix: '/var' }],
      allowedFlexVolumes: [{ driver: 'd' }],
      allowedCSIDrivers: [{ name: 'd.example.com' }],
      allowedUnsafeSysctls: ['kernel.*', 'net.core.somaxconn'],
      forbiddenSysctls: ['vm.*'],
      allowedProcMountTypes: ['Default', 'Unmasked'],
      runtimeClass: { allowedRuntimeClassNames: names, defaultRuntimeClassName: 'n1' },
    },
    [],
  ],
  [
    'rules that do not exist',
    { runAsUser: {}, runAsGroup: { rule: 'x' }, seLinux: { rule: 'y' }, fsGroup: {}, supplementalGroups: {} },
    [
      'spec.runAsUser.rule: Unsupported value: "": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"',
      'spec.runAsGroup.rule: Unsupported value: "x": supported values: "MustRunAs", "RunAsAny", "MayRunAs"',
      'spec.seLinux.rule: Unsupported value: "y": supported values: "MustRunAs", "RunAsAny"',
      'spec.supplementalGroups.rule: Unsupported value: "": supported values: "MayRunAs", "MustRunAs", "RunAsAny"',
      'spec.fsGroup.rule: Unsupported value: "": supported values: "MayRunAs", "MustRunAs", "RunAsAny"',
    ],
  ],
  [
    'ranges that are none',
    {
      runAsUser: { rule: 'MustRunAs', ranges: [{ min: -2, max: -3 }] },
      runAsGroup: { rule: 'MustRunAs' },
      fsGroup: { rule: 'MustRunAs', ranges: [{ min: 2, max: 1 }] },
    },
    [
      'spec.runAsUser.ranges[0].min: Invalid value: -2: min cannot be negative',
      'spec.runAsUser.ranges[0].max: Invalid value: -3: max cannot be negative',
      'spec.runAsUser.ranges[0].min: Invalid value: -2: min cannot be greater than max',
      'spec.runAsGroup.ranges: Invalid value: []: must provide at least one range',
      'spec.fsGroup.ranges[0].min: Invalid value: 2: min cannot be greater than max',
    ],
  ],
  [
    'ranges for any group',
    { runAsGroup: { rule: 'RunAsAny', ranges: [{ min: 1, max: 2 }] } },
    ['spec.runAsGroup.ranges: Invalid value: [{"min":1,"max":2}]: Ranges must be empty'],
  ],
  [
    'capabilities that are dropped as well',
    { requiredDropCapabilities: ['A'], defaultAddCapabilities: ['A'], allowedCapabilities: ['*', 'A'] },
    [
      'requiredDropCapabilities: Invalid value: ["A"]: must be empty when all capabilities are allowed by a wildcard',
      'defaultAddCapabilities: Invalid value: "A": capability is listed in defaultAddCapabilities and requiredDropCapabilities',
      'allowedCapabilities: Invalid value: "A": capability is listed in allowedCapabilities and requiredDropCapabilities',
    ],
  ],
  [
    'an escalation that is not allowed',
    { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
    [
      'spec.defaultAllowPrivilegeEscalation: Invalid value: true: Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
    ],
  ],
  [
    'paths and drivers that are none',
    { allowedHostPaths: [{ pathPrefix: '/a/..' }, {}, { pathPrefix: '..' }], allowedFlexVolumes: [{}] },
    [
      'spec.allowedHostPaths[0]: Invalid value: "/a/..": must not contain \'..\'',
      'spec.allowedHostPaths[1]: Required value: is required',
      'spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver',
    ],
  ],
  [
    'sysctls in both lists',
    { allowedUnsafeSysctls: ['a.*', 'b.c', 'd', ''], forbiddenSysctls: ['a.b.*', 'b.*', 'd'] },
    [
      'spec.allowedUnsafeSysctls[3]: Invalid value: "": empty sysctl not allowed',
      'spec.forbiddenSysctls[0]: Invalid value: "a.b.*": sysctl overlaps with a.*',
      'spec.allowedUnsafeSysctls[1]: Invalid value: "b.c": sysctl overlaps with b.*',
      'spec.allowedUnsafeSysctls[2]: Invalid value: "d": sysctl overlaps with d',
    ],
  ],
  [
    'all sysctls and one more',
    { forbiddenSysctls: ['*', 'a/b'] },
    [
      String.raw`spec.forbiddenSysctls[1]: Invalid value: "a/b": must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`,
      "spec.forbiddenSysctls.items: Forbidden: if '*' is present, must not specify other sysctls",
    ],
  ],
  [
    'a class that is not among those allowed',
    { runtimeClass: { allowedRuntimeClassNames: ['a', 'a'], defaultRuntimeClassName: 'b' } },
    [
      'spec.runtimeClass.allowedRuntimeClassNames[1]: Duplicate value: "a"',
      'spec.runtimeClass.allowedRuntimeClassNames: Required value: default "b" must be allowed',
    ],
  ],
  [
    'all classes and one more',
    { runtimeClass: { allowedRuntimeClassNames: ['*', 'a'] } },
    [
      'spec.runtimeClass.allowedRuntimeClassNames: Invalid value: ["*","a"]: if \'*\' is present, must not specify other RuntimeClass names',
    ],
  ],
])('a policy with %s', (_name, spec, want) => {
  expect(errorsOf(policy(spec))).toEqual(want);
});

test('a volume of an unknown type', () => {
  const [error] = errorsOf(policy({ volumes: ['floppy'] }));
  expect(error).toMatch(
    /^spec\.volumes: Unsupported value: "floppy": supported values: "\*", "awsElasticBlockStore", /,
  );
});

test.each<[string, string, string[]]>([
  ['seccomp.security.alpha.kubernetes.io/allowedProfileNames', '*,docker/default,localhost/a', []],
  [
    'seccomp.security.alpha.kubernetes.io/allowedProfileNames',
    'localhost//../a,x',
    ['"/../a": must be a relative path', '"/../a": must not contain \'..\'', '"x": must be a valid seccomp profile'],
  ],
  ['seccomp.security.alpha.kubernetes.io/defaultProfileName', '*', ['"*": must be a valid seccomp profile']],
  ['apparmor.security.beta.kubernetes.io/defaultProfileName', 'x', ['"x": invalid AppArmor profile name: "x"']],
  [
    'apparmor.security.beta.kubernetes.io/allowedProfileNames',
    'localhost/a,b',
    ['"localhost/a,b": invalid AppArmor profile name: "b"'],
  ],
])('the annotation %s: %s', (key, value, want) => {
  expect(errorsOf(policy({}, { [key]: value }))).toEqual(
    want.map((text) => `metadata.annotations[${key}]: Invalid value: ${text}`),
  );
});
