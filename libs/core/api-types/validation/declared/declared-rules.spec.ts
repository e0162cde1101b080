import { FieldErrorType, kindByGvk, type FieldError, type KubeObject } from '../../index';
import { renderFieldError } from '../../errors/field-error';
import { structOfKind, type Struct, type ValueType } from '../../structure/struct-types';
import { validateCreate, validateStatusUpdate, validateUpdate } from '../validate';
import { declaredRules, type DeclaredRule } from './rule-table';

type Json = Record<string, unknown>;

const SELECTORS = [{ cel: { expression: 'true' } }];
const REQUEST = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1, selectors: SELECTORS };
const OPAQUE = { opaque: { driver: 'gpu.example.com', parameters: { a: 1 } } };
const DEVICE = { driver: 'gpu.example.com', pool: 'p', device: 'd' };
const CLAIM = {
  devices: {
    requests: [
      { name: 'a', exactly: REQUEST },
      { name: 'b', firstAvailable: [{ name: 's', ...REQUEST }] },
    ],
    constraints: [{ requests: ['a'], matchAttribute: 'gpu.example.com/a' }],
    config: [{ requests: ['a'], ...OPAQUE }],
  },
};
const BINDING = {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' }],
};
const RULES = { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] };

/** Objects that hold every struct with a rule, with nothing wrong about them. */
const SAMPLES: readonly (readonly [apiVersion: string, kind: string, parts: Json])[] = [
  ['v1', 'ReplicationController', { spec: { replicas: 1, minReadySeconds: 1, selector: { a: 'b' }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }], restartPolicy: 'Always', dnsPolicy: 'Default' } } } }],
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', { spec: { policyName: 'p', validationActions: ['Deny'] } }],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { minReplicas: 1, maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }] } }],
  ['batch/v1', 'CronJob', { spec: { schedule: '* * * * *', concurrencyPolicy: 'Allow', jobTemplate: { spec: { template: { spec: { containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }], restartPolicy: 'Never', dnsPolicy: 'Default' } } } } } }],
  ['certificates.k8s.io/v1', 'CertificateSigningRequest', { spec: { request: 'a', signerName: 'example.com/a', usages: ['client auth'] }, status: { conditions: [{ type: 'Approved', status: 'True' }] } }],
  ['discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [] }],
  ['flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } } } } }],
  ['networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } }],
  ['networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/a', parameters: { kind: 'K', name: 'n', scope: 'Cluster' } } }],
  ['networking.k8s.io/v1', 'IPAddress', { spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } } }],
  ['node.k8s.io/v1', 'RuntimeClass', { handler: 'kata' }],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', RULES],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', BINDING],
  ['resource.k8s.io/v1', 'ResourceClaim', { spec: CLAIM, status: { allocation: { devices: { results: [{ request: 'a', ...DEVICE }], config: [{ source: 'FromClaim', requests: ['a'], ...OPAQUE }] } }, reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }], devices: [{ ...DEVICE, networkData: { interfaceName: 'eth0', ips: ['10.0.0.1/8'], hardwareAddress: 'a' } }] } }],
  ['resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: CLAIM } }],
  ['resource.k8s.io/v1', 'DeviceClass', { spec: { selectors: SELECTORS, config: [OPAQUE] } }],
  ['resource.k8s.io/v1', 'ResourceSlice', { spec: { driver: 'gpu.example.com', nodeName: 'n', pool: { name: 'p', resourceSliceCount: 1 }, devices: [{ name: 'd', attributes: { a: { bool: true } } }] } }],
  ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/a', parameters: { a: 'b' }, reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }],
  ['storage.k8s.io/v1', 'VolumeAttachment', { spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } }],
];
const out: string[] = [];
function clone<T>(v: T): T { return structuredClone(v); }
function errorsOf(kind: ReturnType<typeof kindByGvk>, next: KubeObject, old: KubeObject, path: string): FieldError[] {
  if (path.startsWith('status')) { const before: KubeObject = clone(old); delete before.status; return validateStatusUpdate(kind!, next, before); }
  return validateCreate(kind!, next);
}
function setAt(object: Json, path: (string|number)[], value: unknown) { let at: any = object; for (const p of path.slice(0,-1)) at = at[p]; const last = path.at(-1)!; if (value === undefined) delete at[last]; else at[last] = value; }
const text = (p: (string|number)[]) => p.map((x, i) => typeof x === 'number' ? `[${x}]` : (i ? '.' : '') + x).join('');
test('probe', () => {
  for (const [apiVersion, kindName, parts] of SAMPLES) {
    const kind = kindByGvk(apiVersion, kindName)!;
    const sample = { apiVersion: kind.storageApiVersion, kind: kindName, metadata: { name: kindName === 'IPAddress' ? '10.0.0.1' : 'x', namespace: kind.namespaced ? 'default' : undefined, uid: 'u', resourceVersion: '1', creationTimestamp: '' }, ...clone(parts) } as unknown as KubeObject;
    if (!kind.namespaced) delete (sample.metadata as any).namespace;
    const base = [...errorsOf(kind, clone(sample), clone(sample), 'spec'), ...(sample.status ? errorsOf(kind, clone(sample), clone(sample), 'status') : [])];
    if (base.length) out.push(`INVALID SAMPLE ${kindName}: ${base.map(renderFieldError)}`);
    const visit = (struct: Struct, value: Json, path: (string|number)[]) => {
      for (const [field, rules] of declaredRules(struct.name)) for (const rule of rules) probe(field, rule, value, [...path, field]);
      for (const [field, type] of struct.fields) { if (field === 'metadata') continue; below(type, value[field], [...path, field]); }
    };
    const below = (type: ValueType, value: unknown, path: (string|number)[]) => {
      if (value === undefined) return;
      if (type.is === 'struct') visit(type.struct, value as Json, path);
      if (type.is === '[') (value as unknown[]).forEach((item, i) => below(type.item, item, [...path, i]));
      if (type.is === '{') for (const [k, v] of Object.entries(value as Json)) below(type.item, v, [...path, k]);
    };
    const probe = (field: string, rule: DeclaredRule, value: Json, path: (string|number)[]) => {
      const tries: [unknown, (string|number)[]?][] = [];
      const items = (value[field] ?? []) as any[];
      if (rule.name === 'required') tries.push([undefined]);
      else if (rule.name === 'enum') tries.push(['Other']);
      else if (rule.name === 'format') tries.push(['$']);
      else if (rule.name === 'maxLength' || rule.name === 'maxBytes') tries.push(['a'.repeat(Number(rule.value) + 1)]);
      else if (rule.name === 'minimum') tries.push([Number(rule.value) - 1]);
      else if (rule.name === 'maxItems') tries.push([Array.from({ length: Number(rule.value) + 1 }, (_, i) => typeof items[0] === 'object' ? { ...items[0], ...('name' in items[0] ? { name: `n${i}` } : {}), ...('uid' in items[0] ? { uid: `n${i}` } : {}), ...('device' in items[0] ? {device: `n${i}`}: {}) } : `n${i}`)]);
      else if (rule.name === 'unique') { if (items.length) { const key = rule.value.split('|'); tries.push([[items[0], ...items], [...path, 1, ...(key.length === 1 && key[0] ? key : [])]]); } }
      else { out.push(`SKIP ${kindName} ${text(path)} ${rule.name}=${rule.value}`); return; }
      if (!tries.length) { out.push(`NOVALUE ${kindName} ${text(path)} ${rule.name}=${rule.value}`); return; }
      for (const [v, at = path] of tries) {
        const next = clone(sample); setAt(next as any, path, v);
        let errs: FieldError[] = [];
        try { errs = errorsOf(kind, next, sample, text(path)); } catch (e) { out.push(`THROWS ${kindName} ${text(path)} ${rule.name} ${(e as Error).message}`); continue; }
        const hit = errs.filter((e) => e.field === text(at));
        out.push(`${hit.length ? 'OK' : 'MISS'} ${kindName} ${text(path)} ${rule.name}=${rule.value} -> ${(hit.length ? hit : errs).slice(0,3).map((e) => renderFieldError(e).slice(0, 160)).join(' ;; ')}`);
      }
    };
    visit(structOfKind(kind)!, sample as unknown as Json, []);
  }
  require('fs').writeFileSync('/tmp/r51/probe.txt', out.join('\n'));
  void FieldErrorType; void validateUpdate;
});
