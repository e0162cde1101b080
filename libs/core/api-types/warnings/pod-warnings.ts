import type { KubeObject, PodSpec } from '../objects';
import { dnsLabelErrors } from '../names/qualified-name';
import { onceForShared } from '../pods/shared-specs';
import { amountWarnings, containerWarnings } from './container-warnings';
import { deprecatedLabel, nodeTermWarnings } from './node-labels';

type Annotations = Readonly<Record<string, string>>;

const DEPRECATED_ANNOTATIONS: Annotations = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
/** Volumes by the release that gave them up, and the one since which they do nothing. */
const DEPRECATED_VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
const MATCHES_NOTHING = 'a null labelSelector results in matching no pod';
const SURPRISING = 'which can result in surprising behavior; a DNS label is recommended';

const ofPodSpec = onceForShared((spec: PodSpec): readonly string[] => specWarnings(spec, 'spec'));

/** Returns the warnings for a client that creates a pod (`GetWarningsForPod` and the strategy of pods upstream). */
export function podWarnings({ metadata, spec }: KubeObject, old?: KubeObject): readonly string[] {
  if (!spec || (old && old.metadata.generation === metadata.generation)) return [];
  return [
    ...(old ? [] : nameWarnings(metadata.name, "this is used in the Pod's hostname")),
    ...annotationWarnings(metadata.annotations, 'metadata'),
    ...ofPodSpec(spec as PodSpec),
  ];
}

/** Returns the same warnings for a workload that makes pods from `spec.template`. */
export function workloadWarnings({ metadata, spec }: KubeObject, old?: KubeObject): readonly string[] {
  if (old && old.metadata.generation === metadata.generation) return [];
  const names = old ? [] : nameWarnings(metadata.name, 'this is used in Pod names and hostnames');
  return [...names, ...templateWarnings((spec as { template?: Template } | undefined)?.template, 'spec.template')];
}

interface Template {
  readonly metadata?: { readonly annotations?: Annotations };
  readonly spec?: PodSpec;
}

/** Warnings of a template of pods, at the path `field`. */
export function templateWarnings(template: Template | undefined, field: string): string[] {
  if (!template?.spec) return [];
  return [
    ...annotationWarnings(template.metadata?.annotations, `${field}.metadata`),
    ...specWarnings(template.spec, `${field}.spec`),
  ];
}

function nameWarnings(name: string, use: string): string[] {
  const problems = dnsLabelErrors(name);
  return problems.length === 0 ? [] : [`metadata.name: ${use}, ${SURPRISING}: [${problems.join(' ')}]`];
}

function annotationWarnings(annotations: Annotations | undefined, field: string): string[] {
  if (!annotations) return [];
  return Object.entries(DEPRECATED_ANNOTATIONS).flatMap(([key, text]) =>
    Object.hasOwn(annotations, key) ? [`${field}.annotations[${key}]: ${text}`] : [],
  );
}

function specWarnings(spec: PodSpec, field: string): string[] {
  const { hostAliases = [], imagePullSecrets = [], terminationGracePeriodSeconds: grace = 0, overhead } = spec;
  const negative = 'must be >= 0; negative values are invalid and will be treated as 1';
  return [
    ...placementWarnings(spec, field),
    ...volumeWarnings(spec, field),
    ...repeated(hostAliases.map(({ ip = '' }) => ip)).map(
      ([i, ip]) => `${field}.hostAliases[${i}].ip: duplicate ip ${quote(ip)}`,
    ),
    ...repeated(imagePullSecrets.map(({ name = '' }) => name)).map(
      ([i, name]) => `${field}.imagePullSecrets[${i}].name: duplicate name ${quote(name)}`,
    ),
    ...imagePullSecrets.flatMap(({ name }, i) =>
      name ? [] : [`${field}.imagePullSecrets[${i}].name: invalid empty name ""`],
    ),
    ...amountWarnings(overhead as Readonly<Record<string, unknown>> | undefined, `${field}.overhead`),
    ...containerWarnings(spec, field),
    ...(grace < 0 ? [`${field}.terminationGracePeriodSeconds: ${negative}`] : []),
    ...affinityWarnings(spec, field),
  ];
}

function placementWarnings(
  { nodeSelector = {}, affinity, topologySpreadConstraints = [] }: PodSpec,
  field: string,
): string[] {
  const node = affinity?.nodeAffinity;
  const path = `${field}.affinity.nodeAffinity`;
  const required = node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = node?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const terms = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  return [
    ...Object.keys(nodeSelector).flatMap((key) => {
      const text = deprecatedLabel(key);
      return text === undefined ? [] : [`${field}.nodeSelector[${key}]: ${text}`];
    }),
    ...required.flatMap((term, i) => nodeTermWarnings(term, `${terms}[${i}]`)),
    ...preferred.flatMap(({ preference }, i) =>
      nodeTermWarnings(preference, `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`),
    ),
    ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, i) => {
      const own = `${field}.topologySpreadConstraints[${i}]`;
      const text = deprecatedLabel(topologyKey);
      return [
        ...(text === undefined ? [] : [`${own}.topologyKey: ${topologyKey} is ${text}`]),
        ...(labelSelector ? [] : [`${own}.labelSelector: ${MATCHES_NOTHING}`]),
      ];
    }),
  ];
}

function affinityWarnings({ affinity }: PodSpec, field: string): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((side) => {
    const terms = affinity?.[side];
    const path = `${field}.affinity.${side}`;
    const required = terms?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = terms?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const ofTerm = (selector: unknown, own: string): string[] =>
      selector ? [] : [`${own}.labelSelector: ${MATCHES_NOTHING}`];
    return [
      ...required.flatMap(({ labelSelector }, i) =>
        ofTerm(labelSelector, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`),
      ),
      ...preferred.flatMap(({ podAffinityTerm }, i) =>
        ofTerm(
          podAffinityTerm?.labelSelector,
          `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm`,
        ),
      ),
    ];
  });
}

function volumeWarnings({ volumes = [] }: PodSpec, field: string): string[] {
  return volumes.flatMap((volume, i) =>
    Object.entries(DEPRECATED_VOLUMES).flatMap(([source, text]) =>
      source in volume ? [`${field}.volumes[${i}].${source === 'storageos' ? 'storageOS' : source}: ${text}`] : [],
    ),
  );
}

/** Returns the places and values of repeated entries. */
function repeated(values: readonly string[]): (readonly [number, string])[] {
  return values.flatMap((value, i) => (values.indexOf(value) < i ? [[i, value] as const] : []));
}

function quote(text: string): string {
  return JSON.stringify(text);
}
