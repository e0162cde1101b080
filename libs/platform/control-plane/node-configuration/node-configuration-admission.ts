import { invalid, invalidField, type ApiError, type KindInfo, type KubeObject, type Node } from '@orrery/api-types';
import { NodeFact, readKubeletConfiguration, readPressureKnobs, usageAnnotation } from '@orrery/node-pressure';
import { NodeConfigurations, type NodeResourceSettings, type ObjectSource } from './node-configurations';
import { isSimulated } from './registration';

const ANNOTATION = usageAnnotation(NodeFact.KubeletConfiguration);

/**
 * The refusal of a node that is given a configuration with which no kubelet starts; undefined for one that is right, or as
 * it was, and for every other kind.
 */
export function refuseNodeConfiguration(
  kind: KindInfo,
  { metadata }: KubeObject,
  oldObject: KubeObject | undefined,
): ApiError | undefined {
  if (kind.kind !== 'Node') return undefined;
  const text = metadata.annotations?.[ANNOTATION];
  if (text === undefined || text === oldObject?.metadata.annotations?.[ANNOTATION]) return undefined;
  const detail = objectionTo(text);
  return detail === undefined
    ? undefined
    : invalid(kind, metadata.name, [invalidField(`metadata.annotations[${ANNOTATION}]`, text, detail)]);
}

const SWAP = usageAnnotation(NodeFact.Swap);

/**
 * Returns the refusal of a node on whose machine no kubelet starts as it is configured: it would neither register nor
 * keep running; undefined for all others, and for one of which neither machine nor configuration is changed.
 */
export function refuseStart(
  kind: KindInfo,
  { object, oldObject }: { readonly object: KubeObject; readonly oldObject?: KubeObject | undefined },
  cluster: { readonly settings: NodeResourceSettings; readonly objects: () => ObjectSource },
): ApiError | undefined {
  if (kind.kind !== 'Node' || !isSimulated(object)) return undefined;
  const { annotations } = object.metadata;
  if (annotations?.[SWAP] === undefined && readPressureKnobs(cluster.settings.pressure).overReservation !== 'fail')
    return undefined;
  const before = oldObject?.metadata.annotations;
  if (oldObject && [SWAP, ANNOTATION].every((name) => before?.[name] === annotations?.[name])) return undefined;
  const detail = new NodeConfigurations(cluster.settings, cluster.objects, '').refusalOf(object as Node);
  if (detail === undefined) return undefined;
  const place = annotations?.[SWAP] === undefined ? ANNOTATION : SWAP;
  return invalid(kind, object.metadata.name, [
    invalidField(`metadata.annotations[${place}]`, annotations?.[place] ?? '', detail),
  ]);
}

/** Returns the warnings for a client about the kubelet configuration of its write; none for a configuration that has not changed. */
export function configurationWarnings(kind: KindInfo, object: KubeObject, oldObject?: KubeObject): readonly string[] {
  const [given, before] = [configurationIn(kind, object), oldObject && configurationIn(kind, oldObject)];
  if (given === undefined || JSON.stringify(given) === JSON.stringify(before)) return [];
  const verdict = readKubeletConfiguration(given);
  return verdict.ok ? verdict.warnings.map((warning) => `kubelet configuration: ${warning}`) : [];
}

function configurationIn({ kind }: KindInfo, { metadata, spec }: KubeObject): unknown {
  const fields = (spec ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'KubeletConfig') return fields['kubeletConfig'];
  if (kind === 'NodeBehavior') return fields['configuration'];
  const text = kind === 'Node' ? metadata.annotations?.[ANNOTATION] : undefined;
  return text === undefined || objectionTo(text) !== undefined ? undefined : (JSON.parse(text) as unknown);
}

function objectionTo(text: string): string | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'must be JSON';
  }
  const verdict = readKubeletConfiguration(document);
  return verdict.ok ? undefined : verdict.errors.join('; ');
}
