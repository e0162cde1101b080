import type { KubeObject } from '@orrery/api-types';
import { podSecurityPolicy } from './pod-security-policy';
import { admitted, APP_ARMOR, OPEN, podOf, PSP, requestOf, SECCOMP, type Story } from './testing/evaluation';

describe('what a policy gives', () => {
  it('gives all that the pod does not say', () => {
    const outcome = admitted({
      rules: {
        [`${SECCOMP}/defaultProfileName`]: 'runtime/default',
        [`${SECCOMP}/allowedProfileNames`]: '*',
        [`${APP_ARMOR}/defaultProfileName`]: 'runtime/default',
      },
      policies: {
        p: {
          runAsUser: { rule: 'MustRunAs', ranges: [{ min: 7, max: 9 }] },
          runAsGroup: { rule: 'MustRunAs', ranges: [{ min: 8, max: 9 }] },
          fsGroup: { rule: 'MustRunAs', ranges: [{ min: 3, max: 3 }] },
          supplementalGroups: { rule: 'MustRunAs', ranges: [{ min: 4, max: 5 }] },
          seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0' } },
          defaultAddCapabilities: ['ADD', 'KEPT'],
          requiredDropCapabilities: ['DROP', 'ALL'],
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          runtimeClass: { allowedRuntimeClassNames: ['*'], defaultRuntimeClassName: 'fast' },
        },
      },
      container: { securityContext: { capabilities: { drop: ['KEPT'] } } },
    });
    expect(outcome).toMatchObject({
      metadata: {
        annotations: {
          [PSP]: 'p',
          [`${SECCOMP}/pod`]: 'runtime/default',
          [`container.${APP_ARMOR}/c`]: 'runtime/default',
        },
      },
      spec: {
        runtimeClassName: 'fast',
        securityContext: { fsGroup: 3, supplementalGroups: [4], seLinuxOptions: { level: 's0' } },
        containers: [
          {
            // SELinux options are the pod's.
            securityContext: {
              runAsUser: 7,
              runAsGroup: 8,
              capabilities: { add: ['ADD'], drop: ['ALL', 'DROP', 'KEPT'] },
              readOnlyRootFilesystem: true,
              allowPrivilegeEscalation: false,
            },
          },
        ],
      },
    });
  });

  it('marks a container that may not be root and says nothing of its user', () => {
    const policies = { p: { ...OPEN, runAsUser: { rule: 'MustRunAsNonRoot' } } };
    expect(admitted({ policies })).toMatchObject({
      spec: { containers: [{ securityContext: { runAsNonRoot: true } }] },
    });
    const named = admitted({ policies, container: { securityContext: { runAsUser: 5 } } });
    expect(named).toMatchObject({ spec: { containers: [{ securityContext: { runAsUser: 5 } }] } });
  });

  it('changes nothing where it has nothing to give', () => {
    expect(admitted({})).toMatchObject({ spec: podOf({}).spec });
  });
});

describe('which policy', () => {
  const changing = { ...OPEN, runAsUser: { rule: 'MustRunAs', ranges: [{ min: 1, max: 1 }] } };
  const by = (story: Story): unknown => {
    const outcome = admitted(story);
    return typeof outcome === 'string' ? outcome : outcome.metadata.annotations?.[PSP];
  };
  it.each<[string, Story, unknown]>([
    ['the first by name', { policies: { b: OPEN, a: OPEN } }, 'a'],
    ['one that changes nothing before one that does', { policies: { a: changing, b: OPEN } }, 'b'],
    ['the first that changes the pod, where all do', { policies: { b: changing, a: changing } }, 'a'],
    ['one that may be used', { policies: { a: OPEN, b: OPEN }, usable: ['b'] }, 'b'],
    ['one that may be used by the right of the former group', { policies: { older: OPEN } }, 'older'],
    ['none that may be used', { policies: { a: OPEN }, usable: [] }, 'unable to admit pod: []'],
    ['none at all', { policies: {} }, 'no providers available to validate pod request'],
    [
      'none that could evaluate',
      { policies: { a: { ...OPEN, runAsUser: { rule: 'MustRunAs' } } } },
      'no providers available to validate pod request',
    ],
    [
      'refusals name what usable policies object to',
      {
        policies: { a: OPEN, b: { ...OPEN, privileged: true }, hidden: OPEN },
        usable: ['a', 'b'],
        spec: { hostPID: true },
      },
      'unable to admit pod: [spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used ' +
        'spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used]',
    ],
  ])('%s', (_name, story, expected) => expect(by(story)).toBe(expected));
});

describe('updates and what is stored', () => {
  const changing = { ...OPEN, fsGroup: { rule: 'MustRunAs', ranges: [{ min: 1, max: 1 }] } };
  const evaluated = (story: Story, change: (pod: KubeObject) => KubeObject): unknown => {
    const old = podOf(story);
    return podSecurityPolicy.check(requestOf({ ...story, old }, change(old)))?.message;
  };
  const labelled = (pod: KubeObject): KubeObject => ({ ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } });
  it.each<[string, Story, (pod: KubeObject) => KubeObject, unknown]>([
    ['a change that the policy allows', {}, labelled, undefined],
    [
      'a change of a pod that would need other defaults now',
      { policies: { p: changing } },
      labelled,
      'pods "p" is forbidden: PodSecurityPolicy: unable to validate pod: []',
    ],
    [
      'owners and finalizers, whatever the pod is',
      { policies: {} },
      (pod) => ({
        ...pod,
        metadata: { ...pod.metadata, finalizers: ['x.y/z'], ownerReferences: [], resourceVersion: '2' },
      }),
      undefined,
    ],
  ])('%s', (_name, story, change, words) => expect(evaluated(story, change)).toBe(words));

  it('changes no pod by an update', () => {
    const old = podOf({});
    expect(podSecurityPolicy.admit(requestOf({ policies: {}, old }))).toEqual(old);
  });

  it('evaluates a pod as a webhook left it', () => {
    const policies = { p: { ...OPEN, privileged: false } };
    const object = podOf({ container: { securityContext: { privileged: true } } });
    expect(podSecurityPolicy.check(requestOf({ policies }, object))?.message).toContain(
      'unable to validate pod: [spec.',
    );
  });
});
