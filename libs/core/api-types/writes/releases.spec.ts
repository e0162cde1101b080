import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, prepareForUpdate, type KubeObject, type ReleaseName } from '../index';

const POD_SPEC = { containers: [{ name: 'c', image: 'nginx' }] };

function create(apiVersion: string, kind: string, input: object, release: ReleaseName) {
  const row = kindByGvk(apiVersion, kind)!;
  return prepareForCreate(
    row,
    { metadata: { name: 'x' }, ...input },
    {
      release,
      now: Date.UTC(2026, 0, 1),
      uid: () => 'uid-1',
      random: randomFor('seed'),
      ...(row.namespaced ? { namespace: 'default' } : {}),
    },
  );
}

function made(...args: Parameters<typeof create>): KubeObject {
  const verdict = create(...args);
  if (!verdict.ok) throw verdict.error;
  return verdict.object;
}

function refusal(...args: Parameters<typeof create>): string {
  const verdict = create(...args);
  if (verdict.ok) throw new TypeError('the object was accepted');
  return verdict.error.message;
}

const JOB = { spec: { template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } } };
const SERVICE = { spec: { ports: [{ port: 80 }], clusterIP: 'None', internalTrafficPolicy: 'Local' } };

describe.each(['k8s-1.20', 'okd-legacy'] as const)('%s', (release) => {
  test('fields of later releases are dropped without a word', () => {
    const spec = { ...POD_SPEC, os: { name: 'linux' }, schedulingGates: [{ name: 'a' }], hostUsers: false };
    const verdict = create('v1', 'Pod', { spec }, release);
    expect(verdict.ok && verdict.warnings).toEqual([]);
    expect(Object.keys(made('v1', 'Pod', { spec }, release).spec as object)).not.toEqual(
      expect.arrayContaining(['os', 'schedulingGates', 'hostUsers']),
    );
  });

  test('equal pods, which share their spec, have no later field either', () => {
    const pods = [1, 2, 3].map(() => made('v1', 'Pod', { spec: { ...POD_SPEC, hostname: 'shared' } }, release));
    const fields = release === 'okd-legacy' ? ['enableServiceLinks', 'preemptionPolicy'] : ['resources'];
    for (const { spec } of pods) for (const field of fields) expect(spec).not.toHaveProperty(field);
  });

  test('no rule of a later field refuses an object', () => {
    expect(create('v1', 'Pod', { spec: { ...POD_SPEC, os: { name: 'beos' } } }, release).ok).toBe(true);
    expect(create('v1', 'Pod', { spec: { ...POD_SPEC, os: { name: 'beos' } } }, 'modern').ok).toBe(false);
  });

  test('defaults of later releases are not stored', () => {
    expect(made('v1', 'Service', SERVICE, release).spec).not.toHaveProperty('internalTrafficPolicy');
    expect(made('batch/v1', 'Job', JOB, release).spec).not.toHaveProperty('completionMode');
    expect(made('batch/v1', 'Job', JOB, release).metadata).not.toHaveProperty('generation');
    expect(made('v1', 'Namespace', {}, release).metadata).not.toHaveProperty('labels');
  });

  test('a job selects its pods by the old label alone', () => {
    const job = made('batch/v1', 'Job', JOB, release).spec as { selector: unknown; template: KubeObject };
    expect(job.selector).toEqual({ matchLabels: { 'controller-uid': 'uid-1' } });
    expect(job.template.metadata.labels).toEqual({ 'controller-uid': 'uid-1', 'job-name': 'x' });
  });

  test('an update finds the defaults that are not stored: nothing that is fixed has changed', () => {
    const old = made('batch/v1', 'Job', JOB, release);
    old.metadata.resourceVersion = '5';
    const next = { ...old, metadata: { ...old.metadata, labels: { a: 'b' } } };
    const verdict = prepareForUpdate(kindByGvk('batch/v1', 'Job')!, old, next, { release, namespace: 'default' });
    expect(verdict.ok && verdict.object.spec).toEqual(old.spec);
  });

  test('templates have a null time of creation', () => {
    const template = made('v1', 'PodTemplate', { template: { spec: POD_SPEC } }, release)['template'] as KubeObject;
    expect(template.metadata.creationTimestamp).toBeNull();
  });

  test.each([
    [
      'a label',
      'v1',
      'Pod',
      { metadata: { name: 'x', labels: { a: 'b'.repeat(64) } }, spec: POD_SPEC },
      'no more than 63 characters',
    ],
    [
      'names of a list',
      'v1',
      'Service',
      { spec: { ports: [{ port: 80 }], externalIPs: ['127.0.0.1'] } },
      '(127.0.0.0/8)',
    ],
    [
      'a request above its limit',
      'v1',
      'Pod',
      {
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
      },
      'must be less than or equal to cpu limit',
    ],
    [
      'labels beside the selector',
      'apps/v1',
      'Deployment',
      {
        spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { c: 'd' } }, spec: POD_SPEC } },
      },
      'Invalid value: map[string]string{"c":"d"}: `selector` does not match template `labels`',
    ],
    [
      'a count',
      'policy/v1beta1',
      'PodDisruptionBudget',
      { spec: { minAvailable: 'abc', selector: {} } },
      'Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"abc"}: a valid percent string',
    ],
  ])('%s is refused in the words of the release', (_name, apiVersion, kind, input, words) => {
    expect(refusal(apiVersion, kind, input, release)).toContain(words);
    expect(refusal(apiVersion, kind, input, 'modern')).not.toMatch(new RegExp(`${words.replace(/[^\w ]/g, '.')}$`));
  });
});

describe('fields of 1.36', () => {
  const gated = { ...POD_SPEC, schedulingGroup: { podGroupName: 'a' } };
  const node = { status: { declaredFeatures: ['A'] } };
  const warningsOf = (release: ReleaseName): readonly string[] => {
    const verdict = create('v1', 'Pod', { spec: gated }, release);
    return verdict.ok ? verdict.warnings! : [verdict.error.message];
  };

  test('the release before does not know them: it says so and drops them', () => {
    expect(warningsOf('modern')).toEqual(['unknown field "spec.schedulingGroup"']);
    expect(made('v1', 'Node', node, 'modern').status).not.toHaveProperty('declaredFeatures');
  });

  test('the release knows them: those behind a gate that is closed go without a word', () => {
    expect(warningsOf('k8s-1.36')).toEqual([]);
    expect(made('v1', 'Pod', { spec: gated }, 'k8s-1.36').spec).not.toHaveProperty('schedulingGroup');
    expect(made('v1', 'Node', node, 'k8s-1.36').status).toMatchObject({ declaredFeatures: ['A'] });
  });

  test('names of Services may begin with a digit', () => {
    const service = { metadata: { name: '1a' }, spec: { ports: [{ port: 80 }] } };
    expect(made('v1', 'Service', service, 'k8s-1.36').metadata.name).toBe('1a');
    expect(refusal('v1', 'Service', service, 'modern')).toContain('a DNS-1035 label');
    const dotted = { ...service, metadata: { name: 'a.b' } };
    expect(refusal('v1', 'Service', dotted, 'k8s-1.36')).toContain('metadata.name: Invalid value: "a.b": must not');
  });
});
