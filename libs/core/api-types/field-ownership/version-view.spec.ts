import { kindByGvk, prepareForCreate, type KubeObject } from '../index';
import { randomFor } from '@orrery/time';
import { recordUpdate, type ManagedFieldsEntry } from './managed-fields';
import { applyServerSide } from './server-side-apply';

const NOW = Date.UTC(2026, 0, 1);

/** An object as its creator sends it, with the owners of its fields. */
function created(apiVersion: string, kind: string, fields: object): KubeObject {
  const info = kindByGvk(apiVersion, kind)!;
  const body = { apiVersion, kind, metadata: { name: 'x' }, ...fields };
  const context = { now: NOW, uid: () => 'u', random: randomFor('x'), namespace: 'default', apiVersion };
  const verdict = prepareForCreate(info, body, context);
  if (!verdict.ok) throw verdict.error;
  return withOwners(
    verdict.object,
    recordUpdate({ kind: info, next: verdict.object, manager: 'creator', now: NOW, apiVersion }),
  );
}

function withOwners(object: KubeObject, owners: readonly ManagedFieldsEntry[]): KubeObject {
  return { ...object, metadata: { ...object.metadata, managedFields: [...owners] as never } };
}

function ownersOf({ metadata }: KubeObject): unknown {
  return metadata.managedFields!.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1]);
}

const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
/** Its fields in v2; in v1 it belongs to one owner. */
const TARGET_FIELDS = { 'f:apiVersion': {}, 'f:kind': {}, 'f:name': {} };

describe('owners in the version that their manager speaks', () => {
  test('a HorizontalPodAutoscaler of autoscaling/v1 is owned by the fields of v1', () => {
    const autoscaler = created('autoscaling/v1', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: TARGET, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
    });
    const spec = {
      'f:maxReplicas': {},
      'f:minReplicas': {},
      'f:scaleTargetRef': {},
      'f:targetCPUUtilizationPercentage': {},
    };
    const [[, version, fields]] = ownersOf(autoscaler) as [[string, string, { 'f:spec': typeof spec }]];
    expect(version).toBe('autoscaling/v1');
    expect(Object.keys(fields['f:spec']).sort()).toEqual(Object.keys(spec));
  });

  test('an Event of events.k8s.io and an Ingress of v1beta1 are owned by their fields there', () => {
    const event = created('events.k8s.io/v1beta1', 'Event', {
      regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
      reportingController: 'a.b/c',
      note: 'n',
    });
    expect(ownersOf(event)).toMatchObject([
      ['creator', 'events.k8s.io/v1beta1', { 'f:note': {}, 'f:regarding': {}, 'f:reportingController': {} }],
    ]);
    const ingress = created('networking.k8s.io/v1beta1', 'Ingress', {
      spec: { backend: { serviceName: 's', servicePort: 'http' } },
    });
    expect(ownersOf(ingress)).toEqual([
      [
        'creator',
        'networking.k8s.io/v1beta1',
        { 'f:spec': { 'f:backend': { '.': {}, 'f:serviceName': {}, 'f:servicePort': {} } } },
      ],
    ]);
  });

  test('a change through v2 takes the field of v1 from the manager that speaks v1', () => {
    const kind = kindByGvk('autoscaling/v2', 'HorizontalPodAutoscaler')!;
    const old = created('autoscaling/v1', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: TARGET, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
    });
    const target = { type: 'Utilization', averageUtilization: 70 };
    const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    const next = { ...old, spec: { ...(old.spec as object), metrics } } as KubeObject;
    const changed = withOwners(next, recordUpdate({ kind, old, next, manager: 'other', now: NOW + 1000 }));
    expect(ownersOf(changed)).toEqual([
      ['creator', 'autoscaling/v1', { 'f:spec': { 'f:maxReplicas': {}, 'f:minReplicas': {}, 'f:scaleTargetRef': {} } }],
      ['other', 'autoscaling/v2', { 'f:spec': { 'f:metrics': {} } }],
    ]);
  });

  test('an apply in v1 conflicts by the fields of each manager', () => {
    const kind = kindByGvk('autoscaling/v1', 'HorizontalPodAutoscaler')!;
    const metrics = [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
    ];
    const live = created('autoscaling/v2', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: TARGET, maxReplicas: 3, metrics },
    });
    const config = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'x' },
      spec: { maxReplicas: 3, scaleTargetRef: TARGET, targetCPUUtilizationPercentage: 50 },
    };
    const request = {
      kind,
      config,
      live,
      manager: 'applier',
      force: false,
      now: NOW,
      namespace: 'default',
      name: 'x',
      apiVersion: 'autoscaling/v1',
    };
    const refused = applyServerSide(request);
    expect(!refused.ok && refused.error.message).toBe(
      'Apply failed with 1 conflict: conflict with "creator" using autoscaling/v2: .spec.metrics',
    );
    const forced = applyServerSide({ ...request, force: true });
    if (!forced.ok) throw forced.error;
    expect(forced.object.apiVersion).toBe('autoscaling/v2');
    expect(forced.object.spec).toMatchObject({
      metrics: [{ resource: { target: { averageUtilization: 50 } } }],
    });
    expect(ownersOf(withOwners(forced.object, forced.managedFields))).toEqual([
      [
        'applier',
        'autoscaling/v1',
        {
          'f:spec': {
            'f:maxReplicas': {},
            'f:scaleTargetRef': {},
            'f:targetCPUUtilizationPercentage': {},
          },
        },
      ],
      [
        'creator',
        'autoscaling/v2',
        { 'f:spec': { 'f:maxReplicas': {}, 'f:minReplicas': {}, 'f:scaleTargetRef': TARGET_FIELDS } },
      ],
    ]);
  });
});
