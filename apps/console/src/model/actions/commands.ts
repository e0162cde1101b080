import type { BoardTaint } from '../board/board-node';
import { optionsOf, type FormValues } from '../forms/form';
import { FORM_SCHEMAS } from '../forms/form-schemas.generated';
import { word } from './shell-word';

/** Modes of the clock as the command line calls them; that of SCALED is its rate. */
const CLOCK_WORDS: Readonly<Record<string, string>> = { MANUAL: 'manual', REALTIME: 'real', AUTO: 'auto' };

/** The same as a button does, to be copied: a command of kubectl, or a GraphQL mutation where kubectl has none. */
export const commands = {
  cordon: (node: string): string => `kubectl cordon ${node}`,
  uncordon: (node: string): string => `kubectl uncordon ${node}`,
  drain: (node: string): string => `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --force`,
  taint: (node: string, { key, value, effect }: BoardTaint): string =>
    `kubectl taint nodes ${node} ${key}${value === '' ? '' : `=${value}`}:${effect}`,
  untaint: (node: string, { key, effect }: BoardTaint): string => `kubectl taint nodes ${node} ${key}:${effect}-`,
  fault: (nodes: readonly string[], kind: string): string =>
    mutation('injectFault', `kind: ${kind}, nodes: ${JSON.stringify(nodes)}`),
  faultOfZone: (zone: string, kind: string): string =>
    mutation('injectFault', `kind: ${kind}, zone: ${JSON.stringify(zone)}`),
  clearFaults: (nodes: readonly string[]): string => mutation('clearFaults', `nodes: ${JSON.stringify(nodes)}`),
  clearZone: (zone: string): string => mutation('clearFaults', `zone: ${JSON.stringify(zone)}`),
  evict: (namespace: string, name: string): string =>
    mutation('evictPod', `namespace: ${JSON.stringify(namespace)}, name: ${JSON.stringify(name)}`),
  deletePod: (namespace: string, name: string): string => `kubectl delete pod ${name} --namespace ${namespace}`,
  addPods: (input: Readonly<Record<string, unknown>>): string => mutation('addPods', fieldsText(input)),
  addNodes: (values: FormValues<(typeof FORM_SCHEMAS)['addNodes']>): string => {
    const { name = '', ...others } = values;
    return `orrery node add ${word(name.trim(), 'NAME')}${optionsOf(FORM_SCHEMAS.addNodes, others)}`;
  },
  applyText: (yaml: string): string =>
    `kubectl apply --server-side --field-manager=console -f - <<'YAML'\n${yaml.trim()}\nYAML`,
  pauseClock: (): string => mutation('pauseClock', ''),
  clockMode: (mode: string, rate?: number): string =>
    mutation('setClockMode', `mode: ${mode}${rate === undefined ? '' : `, rate: ${rate}`}`),
  advanceClock: (input: Readonly<Record<string, unknown>>): string => mutation('advanceClock', fieldsText(input)),
  createCluster: ({
    name = '',
    'clock.mode': mode = '',
    'clock.rate': rate = '',
    ...others
  }: FormValues<(typeof FORM_SCHEMAS)['createCluster']>): string => {
    const { nodes, zones, ...more } = others;
    return (
      `orrery cluster create ${word(name.trim(), 'NAME')}${optionsOf(FORM_SCHEMAS.createCluster, { nodes, zones })}` +
      ` --clock ${CLOCK_WORDS[mode] ?? `${rate}x`}${optionsOf(FORM_SCHEMAS.createCluster, more)}`
    );
  },
  deleteCluster: (name: string): string => `orrery cluster delete ${word(name)}`,
  forkCluster: (cluster: string, name: string, at?: string): string =>
    `orrery fork ${cluster} --name ${word(name, 'NAME')}${at === undefined ? '' : ` --at ${at}`}`,
  rewindCluster: (cluster: string, to: string): string => `orrery rewind ${cluster} --to ${to}`,
  saveSnapshot: (cluster: string, name: string, hasHistory: boolean): string =>
    `orrery snapshot save ${cluster} --name ${word(name, 'NAME')}${hasHistory ? ' --history' : ''}`,
  restoreSnapshot: (snapshot: string, name: string): string =>
    `orrery snapshot restore ${word(snapshot)} --name ${word(name, 'NAME')}`,
  deleteSnapshot: (name: string): string => `orrery snapshot delete ${word(name)}`,
  downloadSnapshot: (name: string, file: string): string =>
    `orrery snapshot download ${word(name)} --file ${word(file)}`,
  uploadSnapshot: (name: string, file: string): string => `orrery snapshot upload ${word(name)} --file ${word(file)}`,
  importFiles: (files: readonly string[], cluster: string): string =>
    `orrery import ${files.map((file) => word(file)).join(' ')} --cluster ${word(cluster, 'NAME')}`,
  exportAll: (cluster: string): string =>
    `kubectl get $(kubectl api-resources --verbs list -o name | paste -sd,) -A -o json > ${cluster}.json`,
  exportKind: (cluster: string, kind: string): string =>
    `kubectl get ${kind.toLowerCase()} --all-namespaces --output yaml > ${cluster}-${kind.toLowerCase()}.yaml`,
  runScenario: (): string => 'orrery scenario run scenario.yaml',
  compare: (from: string, to: string, kind: string): string =>
    `orrery diff ${word(from)} ${word(to)}${kind === '' ? '' : ` --object ${word(kind)}`}`,
  clearAllFaults: (): string => mutation('clearFaults', ''),
  removeRule: (name: string): string => `orrery fault api remove ${word(name)}`,
  scale: (
    workload: { readonly kind: string; readonly name: string; readonly namespace: string },
    replicas: number,
  ): string =>
    `kubectl scale ${workload.kind.toLowerCase()}/${workload.name} --namespace ${workload.namespace} --replicas ${replicas}`,
};

function mutation(name: string, input: string): string {
  return `mutation { ${name}(input: { ${input}${input === '' ? '' : ' '}}) { errors { message } } }`;
}

/** Fields of an input as GraphQL writes them: keys without quotes, unlike JSON. */
function fieldsText(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${fieldsText(value as Readonly<Record<string, unknown>>)} }`;
}

const TAINT = /^([^=:\s]+)(?:=([^:\s]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/;

/** A taint as kubectl takes it, `key=value:Effect` or `key:Effect`; undefined if it is none. */
export function parseTaint(text: string): (BoardTaint & { readonly effect: TaintEffectName }) | undefined {
  const [, key, value = '', effect] = TAINT.exec(text.trim()) ?? [];
  // The pattern names the effects.
  return key === undefined ? undefined : { key, value, effect: effect as TaintEffectName };
}

export type TaintEffectName = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

/** Faults that need nothing but a node: see the guide to faults. */
export const SIMPLE_FAULTS = [
  'HEARTBEATS_STOPPED',
  'POWER_OFF',
  'PARTITION',
  'RUNTIME_DOWN',
  'NETWORK_NOT_READY',
  'LEASE_FROZEN',
  'STATUS_FROZEN',
  'SHUTDOWN',
] as const;
export type SimpleFault = (typeof SIMPLE_FAULTS)[number];

interface WorkloadParts {
  readonly kind: string;
  readonly apiVersion: string;
  readonly json: { readonly spec?: { readonly replicas?: number } };
  readonly metadata: { readonly name: string };
}

/** A workload whose number of pods can be changed. */
export interface Scalable {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly replicas: number;
}

const SCALABLE = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController']);

/** Returns the object to scale for more pods like one: the owner of its owner if that can be scaled, else its owner. */
export function scalableOf(
  owner: (WorkloadParts & { readonly owner: WorkloadParts | null }) | null,
): Scalable | undefined {
  const found = [owner?.owner, owner].find((each) => each && SCALABLE.has(each.kind));
  if (!found) return undefined;
  const { kind, apiVersion, metadata, json } = found;
  return { kind, apiVersion, name: metadata.name, replicas: json.spec?.replicas ?? 1 };
}
