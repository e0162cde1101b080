import type { KubeObject } from '@orrery/api-types';
import { configuredSchedulers, keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';
import type { NumberedDecision } from './decision-index';
import { scoreView } from './explain-scheduling';
import { legacyNames, type LegacyNames } from './legacy-names';

const POD = requireKind('v1', 'Pod');
const NODE = requireKind('v1', 'Node');
const NO_LEGACY_NAMES: LegacyNames = { predicate: () => null, priority: () => null };

/** A decision in the shape of its GraphQL type. */
export function decisionView(runtime: ClusterRuntime, decision: NumberedDecision): object {
  const { namespace, pod, uid, node, preemption, rejections } = decision;
  const words = wordsOf(runtime, decision.scheduler);
  return {
    number: decision.number,
    time: formatTime(decision.atMs),
    namespace,
    podName: pod,
    podUid: uid,
    pod: existingPod(runtime, decision) ?? null,
    attempt: decision.attempt,
    scheduler: decision.scheduler,
    schedulerName: decision.profile,
    resourceVersion: String(decision.revision),
    outcome: decision.outcome,
    nodeName: node,
    node: node === null ? null : (runtime.cache.get(keyOf({ kind: NODE, namespace: '', name: node })) ?? null),
    message: decision.message,
    evaluatedCount: decision.evaluatedCount,
    feasibleCount: decision.feasibleCount,
    rejections: rejections.map(({ nodes, ...group }) => ({ ...group, nodeNames: nodes })),
    best: decision.best.map((name, i) => ({
      nodeName: name,
      total: decision.totals[i]!,
      scores: scoresAt(i, decision, words),
    })),
    tieCount: decision.tieCount,
    tieNames: tieNames(decision),
    preemption: preemption
      ? {
          ...preemption,
          pdbViolations: preemption.violations,
          outranked: preemption.outranked.map((other) => ({ ...other, outrankedBy: other.outrankedBy ?? null })),
        }
      : null,
  };
}

/** Another pod of the same name is another pod. */
function existingPod({ cache }: ClusterRuntime, { namespace, pod, uid }: NumberedDecision): KubeObject | undefined {
  const object = cache.get(keyOf({ kind: POD, namespace, name: pod }));
  return object?.metadata.uid === uid ? object : undefined;
}

function scoresAt(i: number, { plugins }: NumberedDecision, words: LegacyNames): readonly object[] {
  return plugins.map(({ name, weight, raw, normalized }) => {
    const score = normalized[i]!;
    return scoreView(
      { plugin: name, raw: raw?.[i] ?? score, normalized: score, weight, weighted: score * weight },
      words,
    );
  });
}

function tieNames({ best, totals, node, tieCount }: NumberedDecision): readonly string[] {
  if (best.length === 0) return tieCount > 0 && node !== null ? [node] : [];
  return best.filter((_, i) => totals[i] === totals[0]);
}

/** The words of the scheduler’s present configuration. */
function wordsOf({ settings, plugins }: ClusterRuntime, scheduler: string): LegacyNames {
  const configured = configuredSchedulers(settings, plugins).ok?.find(({ name }) => name === scheduler);
  return configured ? legacyNames(configured) : NO_LEGACY_NAMES;
}
