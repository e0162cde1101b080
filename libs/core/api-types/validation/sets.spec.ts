import { kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../index';
import { countTemplate } from '../kinds/daemon-set/strategy';

type Fields = Record<string, unknown>;
const template = {
  metadata: { labels: { app: 'a' } },
  spec: {
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }],
  },
};

function objectOf(kind: string, spec: Fields = {}): KubeObject {
  const metadata = { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: { selector: { matchLabels: { app: 'a' } }, template, ...spec },
  };
}

const kindOf = (kind: string): NonNullable<ReturnType<typeof kindByGvk>> => kindByGvk('apps/v1', kind)!;
const rolling = (rollingUpdate: Fields): Fields => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });

test.each<[string, Fields, string[]]>([
  ['StatefulSet', {}, []],
  ['StatefulSet', { podManagementPolicy: 'Parallel' }, []],
  ['StatefulSet', { podManagementPolicy: 'Random' }, ['spec.podManagementPolicy']],
  ['StatefulSet', { updateStrategy: { type: 'Recreate' } }, ['spec.updateStrategy']],
  ['StatefulSet', { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } }, ['spec.updateStrategy.rollingUpdate']],
  ['StatefulSet', rolling({ partition: -1 }), ['spec.updateStrategy.rollingUpdate.partition']],
  [
    'StatefulSet',
    { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Never' } },
    ['spec.persistentVolumeClaimRetentionPolicy.whenScaled'],
  ],
  ['StatefulSet', { ordinals: { start: -1 }, minReadySeconds: -1 }, ['spec.minReadySeconds', 'spec.ordinals.start']],
  ['StatefulSet', { selector: { matchLabels: { app: 'b' } } }, ['spec.template.metadata.labels']],
  ['DaemonSet', {}, []],
  ['DaemonSet', rolling({ maxUnavailable: '10%', maxSurge: 0 }), []],
  ['DaemonSet', rolling({ maxUnavailable: 1, maxSurge: 1 }), ['spec.updateStrategy.rollingUpdate.maxSurge']],
  ['DaemonSet', rolling({ maxUnavailable: 0, maxSurge: 0 }), ['spec.updateStrategy.rollingUpdate.maxUnavailable']],
  ['DaemonSet', rolling({ maxUnavailable: '200%' }), ['spec.updateStrategy.rollingUpdate.maxUnavailable']],
  ['DaemonSet', { updateStrategy: { type: 'Recreate' } }, ['spec.updateStrategy.type']],
])('%s with %j: %j', (kind, spec, fields) => {
  expect(validateCreate(kindOf(kind), objectOf(kind, spec)).map(({ field }) => field)).toEqual(fields);
});

test.each<[string, Fields, string[]]>([
  ['StatefulSet', { replicas: 3, template: { ...template }, minReadySeconds: 5, revisionHistoryLimit: 1 }, []],
  [
    'StatefulSet',
    { serviceName: 'other' },
    [
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
        "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ],
  ],
  ['DaemonSet', { minReadySeconds: 5 }, []],
])('%s changed by %j: %j', (kind, spec, messages) => {
  const errors = validateUpdate(kindOf(kind), objectOf(kind, spec), objectOf(kind));
  expect(errors.map(renderFieldError)).toEqual(messages);
});

test('what a revision remembers does not change', () => {
  const old: KubeObject = { ...objectOf('ControllerRevision'), data: { a: 1 }, revision: 1 };
  delete old.spec;
  const kind = kindOf('ControllerRevision');
  expect(validateUpdate(kind, { ...old, revision: 2 }, old)).toEqual([]);
  expect(validateUpdate(kind, { ...old, data: { a: 2 } }, old).map(({ field }) => field)).toEqual(['data']);
  expect(validateCreate(kind, { ...old, data: undefined }).map(({ field }) => field)).toEqual(['data']);
});

test('the versions of a template are counted, whatever clients say', () => {
  const generationOf = (object: KubeObject): string | undefined =>
    object.metadata.annotations?.['deprecated.daemonset.template.generation'];
  const old = objectOf('DaemonSet');
  countTemplate(old);
  expect(generationOf(old)).toBe('1');
  const same = objectOf('DaemonSet', { minReadySeconds: 3 });
  countTemplate(same, old);
  expect(generationOf(same)).toBe('1');
  const other = objectOf('DaemonSet', { template: { ...template, metadata: { labels: { app: 'a', v: '2' } } } });
  other.metadata.annotations = { 'deprecated.daemonset.template.generation': '70' };
  countTemplate(other, old);
  expect(generationOf(other)).toBe('2');
});
