import type { KubeObject } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { annotationOfHog, hogCurve, isHog, NodeFaultKind } from '@orrery/pod-lifecycle';
import type { NodeFaultRecord } from '@orrery/store';

/** Annotates nodes with the usage of a process outside of pods, which measurements read. No effect for other faults. */
export async function startResourceHogs(
  runtime: ClusterRuntime,
  nodes: readonly string[],
  fault: Omit<NodeFaultRecord, 'node'>,
): Promise<void> {
  const annotation = annotationOfHog(fault.kind);
  if (annotation !== undefined) await annotate(runtime, nodes, { [annotation]: hogCurve(fault) });
}

/** Takes such programs away: of these kinds, or of all. */
export async function stopResourceHogs(
  runtime: ClusterRuntime,
  nodes: readonly string[],
  kinds: readonly string[] = Object.values(NodeFaultKind),
): Promise<void> {
  const annotations = kinds.filter(isHog).map((kind) => [annotationOfHog(kind)!, undefined] as const);
  if (annotations.length > 0) await annotate(runtime, nodes, Object.fromEntries(annotations));
}

async function annotate(
  { store, cache }: ClusterRuntime,
  nodes: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const isNew = (name: string): boolean => {
    const shown = cache.get({ resource: 'nodes', namespace: '', name })?.metadata.annotations;
    return Object.entries(given).some(([annotation, text]) => shown?.[annotation] !== text);
  };
  const changed = nodes.filter(isNew).map((name) => ({
    key: { resource: 'nodes', namespace: '', name },
    change: (node: KubeObject): KubeObject => {
      const merged = Object.entries({ ...node.metadata.annotations, ...given });
      const annotations = Object.fromEntries(merged.filter(([, text]) => text !== undefined)) as Record<string, string>;
      return { ...node, metadata: { ...node.metadata, annotations } };
    },
  }));
  if (changed.length > 0) await store.modify(changed);
}
