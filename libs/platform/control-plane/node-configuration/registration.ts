import {
  invalid,
  invalidField,
  type ApiError,
  type KindInfo,
  type KubeObject,
  type Node,
  type Taint,
} from '@orrery/api-types';
import { readCloudSettings, UNINITIALIZED_TAINT } from '@orrery/node-health';
import { NodeFact, overlay, readKubeletConfiguration, usageAnnotation } from '@orrery/node-pressure';
import type { ClusterSettings } from '../settings/cluster-settings';
import type { NodeSetConfiguration } from './node-configurations';

const CONFIGURATION = usageAnnotation(NodeFact.KubeletConfiguration);
/** A node with this annotation, `none`, has a kubelet of its own somewhere, or none. */
const NOT_SIMULATED = 'orrery.dev/kubelet';

/** Returns whether the emulator plays the kubelet of the node. */
export function isSimulated({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return metadata.annotations?.[NOT_SIMULATED] !== 'none';
}

/** The refusal to register a node whose kubelet has `registerNode: false`; undefined if it registers. */
export function refuseRegistration(
  settings: ClusterSettings,
  kind: KindInfo,
  node: { readonly metadata: { readonly name: string } },
): ApiError | undefined {
  if (configurationOf(settings, node as Node).registerNode !== false) return undefined;
  const detail = 'the kubelet does not register: create the Node object, as an administrator would';
  return invalid(kind, node.metadata.name, [invalidField('registerNode', false, detail)]);
}

/**
 * A node as its simulated kubelet registers it, independent of the client that creates the object (spec nodes D1, A12): with the labels
 * and taints of its configuration, and in a cloud with the taint that the cloud's controller takes off.
 */
export function registered(settings: ClusterSettings, kind: KindInfo, object: KubeObject): KubeObject {
  if (kind.kind !== 'Node' || !isSimulated(object)) return object;
  const node = object as Node;
  const configuration = configurationOf(settings, node);
  if (configuration.registerNode === false) return object;
  const { registerWithTaints = [], nodeLabels = {}, registerSchedulable = true } = configuration;
  const taints = [...registerWithTaints, ...(readCloudSettings(settings['cloud']).ok ? [UNINITIALIZED_TAINT] : [])];
  const { metadata, spec } = node;
  const labels = { ...machineLabels(node), ...nodeLabels };
  const isComplete = Object.keys(labels).every((name) => metadata.labels?.[name] !== undefined);
  if (taints.length === 0 && isComplete && registerSchedulable) return object;
  const own = spec?.taints ?? [];
  const missing = taints.filter(({ key, effect }) => !own.some((each) => each.key === key && each.effect === effect));
  return {
    ...object,
    metadata: { ...metadata, labels: { ...labels, ...metadata.labels } },
    spec: {
      ...spec,
      ...(own.length + missing.length > 0 ? { taints: [...own, ...missing] as Taint[] } : {}),
      ...(registerSchedulable ? {} : { unschedulable: true }),
    },
  };
}

/** Returns the labels that a kubelet sets for its machine, unless the object overrides them. */
function machineLabels({ metadata: { name, labels } }: Node): Record<string, string> {
  const os = labels?.['kubernetes.io/os'] ?? 'linux';
  const arch = labels?.['kubernetes.io/arch'] ?? 'amd64';
  return {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': os,
    'kubernetes.io/arch': arch,
    'beta.kubernetes.io/os': os,
    'beta.kubernetes.io/arch': arch,
  };
}

function configurationOf(settings: ClusterSettings, { metadata }: Node): ReturnType<typeof overlay> {
  const { labels = {}, annotations = {} } = metadata;
  const sets = (settings['kubeletConfigurations'] ?? []) as readonly NodeSetConfiguration[];
  const documents = sets
    .filter(({ nodeSelector = {} }) => Object.entries(nodeSelector).every(([key, value]) => labels[key] === value))
    .map(({ configuration }) => configuration);
  if (annotations[CONFIGURATION] !== undefined) documents.push(JSON.parse(annotations[CONFIGURATION]));
  return overlay(
    documents.flatMap((document) => {
      const verdict = readKubeletConfiguration(document);
      return verdict.ok ? [verdict.configuration] : [];
    }),
  );
}
