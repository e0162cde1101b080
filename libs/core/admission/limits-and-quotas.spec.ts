import { ApiError, kindByGvk, type KubeObject, type PodSpec } from '@orrery/api-types';
import { chargeByQuota, checkQuota, usageOf, withoutCharge, type AdmissionLookup, type ResourceQuota } from './index';
import type { LimitRangeItem } from './limit-ranger/limit-range';
import { bothPhases } from './testing/both-phases';

const metadata = (name: string, namespace = 'ns'): KubeObject['metadata'] => ({
  name,
  namespace,
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
});
const container = (requests: Record<string, string> = {}, limits: Record<string, string> = {}, name = 'c') => ({
  name,
  resources: { requests, limits },
});
const pod = (spec: object, status?: object): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: metadata('p'), spec, status }) as unknown as KubeObject;
const claim = (storage: string): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata('data'),
    spec: { storageClassName: 'fast', resources: { requests: { storage } } },
  }) as unknown as KubeObject;

function admit(object: KubeObject, limits: readonly LimitRangeItem[]): KubeObject | string {
  const lookup = {
    namespace: (name: string) => ({ metadata: metadata(name), status: { phase: 'Active' } }),
    limitRanges: () => [{ apiVersion: 'v1', kind: 'LimitRange', metadata: metadata('limits'), spec: { limits } }],
    priorityClass: () => undefined,
    priorityClasses: () => [],
    runtimeClass: () => undefined,
    storageClasses: () => [],
    ingressClasses: () => [],
    serviceAccount: () => undefined,
  } as unknown as AdmissionLookup;
  const kind = kindByGvk(object.apiVersion, object.kind)!;
  const outcome = bothPhases()({ operation: 'CREATE', kind, object, user: { name: 'u', groups: [] }, lookup });
  return outcome instanceof ApiError ? outcome.message.replace(/^.*? is forbidden: /, '') : outcome;
}

describe('LimitRanger', () => {
  const cpu = (more: object): LimitRangeItem[] => [{ type: 'Container', ...more }];
  test.each<[string, LimitRangeItem[], object, string]>([
    [
      'too little',
      cpu({ min: { cpu: '100m' } }),
      container({ cpu: '50m' }),
      'minimum cpu usage per Container is 100m, but request is 50m',
    ],
    [
      'a limit too low',
      cpu({ min: { cpu: '100m' } }),
      container({ cpu: '100m' }, { cpu: '90m' }),
      'minimum cpu usage per Container is 100m, but limit is 90m',
    ],
    [
      'nothing asked',
      cpu({ min: { cpu: '100m' } }),
      container(),
      'minimum cpu usage per Container is 100m.  No request is specified',
    ],
    [
      'too much',
      cpu({ max: { cpu: '1' } }),
      container({ cpu: '1' }, { cpu: '2' }),
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'no limit',
      cpu({ max: { cpu: '1' } }),
      container({ cpu: '1' }),
      'maximum cpu usage per Container is 1.  No limit is specified',
    ],
    [
      'too wide',
      cpu({ maxLimitRequestRatio: { cpu: '2' } }),
      container({ cpu: '1' }, { cpu: '4' }),
      'cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000',
    ],
    [
      'no ratio',
      cpu({ maxLimitRequestRatio: { cpu: '2' } }),
      container({}, { cpu: '4' }),
      'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
    ],
    [
      'two reasons',
      cpu({ min: { cpu: '1', memory: '1Gi' } }),
      container({ cpu: '500m', memory: '1Mi' }),
      '[minimum cpu usage per Container is 1, but request is 500m, minimum memory usage per Container is 1Gi, but request is 1Mi]',
    ],
    [
      'a pod as a whole',
      [{ type: 'Pod', max: { memory: '1Gi' } }],
      container({}, { memory: '2Gi' }),
      'maximum memory usage per Pod is 1Gi, but limit is 2Gi',
    ],
  ])('refuses %s', (_name, limits, only, expected) => {
    expect(admit(pod({ containers: [only] }), limits)).toBe(expected);
  });

  it('adds the containers of a pod up and takes the largest init container', () => {
    const limits: LimitRangeItem[] = [{ type: 'Pod', max: { cpu: '3' } }];
    const two = [container({}, { cpu: '1' }, 'a'), container({}, { cpu: '2' }, 'b')];
    expect(admit(pod({ containers: two }), limits)).toMatchObject({ kind: 'Pod' });
    expect(admit(pod({ containers: [...two, container({}, { cpu: '1m' }, 'd')] }), limits)).toMatch(/limit is 3001m/);
    expect(admit(pod({ containers: two, initContainers: [container({}, { cpu: '4' }, 'i')] }), limits)).toMatch(
      /limit is 4/,
    );
  });

  it('fills in what containers leave open and says so', () => {
    const limits = cpu({ default: { cpu: '500m', memory: '512Mi' }, defaultRequest: { cpu: '100m' } });
    const filled = admit(
      pod({ containers: [container({}, { cpu: '1' }), container({ cpu: '2' }, {}, 'd')] }),
      limits,
    ) as KubeObject;
    expect((filled.spec as PodSpec).containers.map(({ resources }) => resources)).toEqual([
      { requests: { cpu: '100m' }, limits: { cpu: '1', memory: '512Mi' } },
      { requests: { cpu: '2' }, limits: { cpu: '500m', memory: '512Mi' } },
    ]);
    expect(filled.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu request for container c; memory limit for container c; cpu, memory limit for container d',
    });
  });

  it('bounds claims by what they request', () => {
    const limits: LimitRangeItem[] = [
      { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } },
    ];
    expect(admit(claim('2Gi'), limits)).toMatchObject({ kind: 'PersistentVolumeClaim' });
    expect(admit(claim('10Gi'), limits)).toBe(
      'maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 10Gi',
    );
    expect(admit(claim('1Mi'), limits)).toBe(
      'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi',
    );
  });
});

describe('ResourceQuota', () => {
  const quota = (
    hard: Record<string, string>,
    used: Record<string, string> = {},
    more: object = {},
  ): ResourceQuota => ({
    metadata: { name: 'rq' },
    spec: { hard, ...more },
    status: { hard, used },
  });
  const checked = (rq: ResourceQuota, object: KubeObject, namesContainers = false): unknown => {
    const kind = kindByGvk(object.apiVersion, object.kind)!;
    const verdict = checkQuota({ quota: rq, kind, object, namesContainers });
    return verdict?.refusal ?? verdict?.used;
  };
  const asking = (requests: Record<string, string>, more: object = {}) =>
    pod({ containers: [container(requests)], ...more });

  test.each<[string, ResourceQuota, KubeObject, unknown]>([
    ['counts pods', quota({ pods: '2' }, { pods: '1' }), asking({}), { pods: '2' }],
    [
      'ends at the limit',
      quota({ pods: '1' }, { pods: '1' }),
      asking({}),
      'exceeded quota: rq, requested: pods=1, used: pods=1, limited: pods=1',
    ],
    [
      'adds amounts',
      quota({ 'requests.cpu': '1' }, { 'requests.cpu': '500m' }),
      asking({ cpu: '500m' }),
      { 'requests.cpu': '1' },
    ],
    [
      'names all that is too much',
      quota({ cpu: '1', memory: '1Gi', pods: '9' }),
      asking({ cpu: '2', memory: '2Gi' }),
      'exceeded quota: rq, requested: cpu=2,memory=2Gi, used: cpu=0,memory=0, limited: cpu=1,memory=1Gi',
    ],
    [
      'makes amounts mandatory',
      quota({ cpu: '1', memory: '1Gi' }),
      asking({}),
      'failed quota: rq: must specify cpu,memory',
    ],
    ['counts objects of any kind', quota({ 'count/pods': '5' }), asking({}), { 'count/pods': '1' }],
    [
      'takes the most demanding step',
      quota({ cpu: '9' }),
      pod({
        containers: [container({ cpu: '1' }), container({ cpu: '1' }, {}, 'd')],
        initContainers: [container({ cpu: '3' }, {}, 'i')],
      }),
      { cpu: '3' },
    ],
    [
      'extended resources',
      quota({ 'requests.example.com/gpu': '1' }),
      asking({ 'example.com/gpu': '2' }),
      'exceeded quota: rq, requested: requests.example.com/gpu=2, used: requests.example.com/gpu=0, limited: requests.example.com/gpu=1',
    ],
    [
      'storage of a class',
      quota({ 'requests.storage': '9Gi', 'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1' }),
      claim('2Gi'),
      { 'requests.storage': '2Gi', 'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1' },
    ],
    ['is not about other objects', quota({ secrets: '0' }), asking({}), undefined],
  ])('%s', (_name, rq, object, expected) => {
    expect(checked(rq, object)).toEqual(expected);
  });

  it('names the containers that say too little, since 1.28', () => {
    const two = pod({ containers: [container(), container({ cpu: '1' }, {}, 'b'), container({}, {}, 'a')] });
    expect(checked(quota({ 'requests.cpu': '1', memory: '1Gi' }), two, true)).toBe(
      'failed quota: rq: must specify memory for: a,b,c; requests.cpu for: a,c',
    );
  });

  const over = (scope: object) => quota({ pods: '0' }, {}, scope);
  const byClass = (operator: string, values?: string[]) => ({
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, ...(values ? { values } : {}) }] },
  });
  test.each<[string, object, KubeObject, boolean]>([
    ['Terminating', { scopes: ['Terminating'] }, asking({}, { activeDeadlineSeconds: 9 }), true],
    ['Terminating, another', { scopes: ['Terminating'] }, asking({}), false],
    ['NotTerminating', { scopes: ['NotTerminating'] }, asking({}), true],
    ['BestEffort', { scopes: ['BestEffort'] }, asking({}), true],
    ['BestEffort, another', { scopes: ['BestEffort'] }, asking({ cpu: '1' }), false],
    ['NotBestEffort', { scopes: ['NotBestEffort'] }, asking({ cpu: '1' }), true],
    ['PriorityClass In', byClass('In', ['high']), asking({}, { priorityClassName: 'high' }), true],
    ['PriorityClass In, another', byClass('In', ['high']), asking({}), false],
    ['PriorityClass NotIn', byClass('NotIn', ['high']), asking({}), true],
    ['PriorityClass Exists', byClass('Exists'), asking({}, { priorityClassName: 'low' }), true],
    ['PriorityClass DoesNotExist', byClass('DoesNotExist'), asking({}), true],
    [
      'CrossNamespacePodAffinity',
      { scopes: ['CrossNamespacePodAffinity'] },
      asking(
        {},
        {
          affinity: {
            podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'k', namespaces: ['x'] }] },
          },
        },
      ),
      true,
    ],
    ['CrossNamespacePodAffinity, another', { scopes: ['CrossNamespacePodAffinity'] }, asking({}), false],
  ])('scope %s', (_name, scope, object, isAbout) => {
    const verdict = checked(over(scope), object);
    if (isAbout) expect(verdict).toMatch(/^exceeded quota: rq, requested: pods=1/);
    else expect(verdict).toBeUndefined();
  });

  it('gives back what is gone, and knows what all objects use', () => {
    const rq = quota({ pods: '9', 'requests.cpu': '9', 'count/pods': '9' });
    const kind = kindByGvk('v1', 'Pod')!;
    const running = asking({ cpu: '1' });
    const ended = pod({ containers: [container({ cpu: '1' })] }, { phase: 'Succeeded' });
    const used = usageOf(
      rq,
      [running, running, ended].map((object) => ({ kind, object })),
    );
    expect(used).toEqual({ pods: '2', 'requests.cpu': '2', 'count/pods': '3' });
    const charge = chargeByQuota({ quota: rq, kind, object: running });
    expect(withoutCharge(used, charge)).toEqual({ pods: '1', 'requests.cpu': '1', 'count/pods': '2' });
    expect(withoutCharge({ pods: '0' }, charge)).toMatchObject({ pods: '0' });
  });

  test('claims of devices are charged by class, with as many as they may get', () => {
    const classed = (deviceClassName: string, more: object) => ({ deviceClassName, ...more });
    const requests = [
      { name: 'a', exactly: classed('gpu', { allocationMode: 'ExactCount', count: 2 }) },
      { name: 'b', exactly: classed('nic', { allocationMode: 'All' }) },
      {
        name: 'c',
        firstAvailable: [classed('gpu', { count: 1 }), classed('gpu', { count: 4 }), classed('tpu', { count: 1 })],
      },
    ];
    const object = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: metadata('c'),
      spec: { devices: { requests } },
    };
    const devices = (name: string): string => `${name}.deviceclass.resource.k8s.io/devices`;
    const claims = 'count/resourceclaims.resource.k8s.io';
    const hard = { [devices('gpu')]: '9', [devices('nic')]: '99', [devices('tpu')]: '9', [claims]: '9' };
    const kind = kindByGvk('resource.k8s.io/v1', 'ResourceClaim')!;
    const used = usageOf({ metadata: { name: 'q' }, spec: { hard } }, [{ kind, object }]);
    expect(used).toEqual({ [devices('gpu')]: '6', [devices('nic')]: '32', [devices('tpu')]: '1', [claims]: '1' });
  });
});
