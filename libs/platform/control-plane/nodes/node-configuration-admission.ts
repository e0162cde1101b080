import { invalid, invalidField, type ApiError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { NodeFact, readKubeletConfiguration, usageAnnotation } from '@orrery/node-pressure';

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
