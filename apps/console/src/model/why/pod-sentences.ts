import { grouped, plural } from '../words';
import { outrankedSentences, type RecordedPreemption } from './elsewhere';

/** The parts of a recorded attempt to schedule a pod. */
export interface DecisionParts {
  readonly attempt: number;
  readonly outcome: string;
  readonly nodeName: string | null;
  readonly evaluatedCount: number;
  readonly feasibleCount: number;
  readonly tieCount: number;
  readonly rejections: readonly { readonly count: number; readonly plugin: string; readonly reason: string }[];
  readonly best: readonly { readonly nodeName: string; readonly total: number }[];
  readonly preemption:
    | (RecordedPreemption & { readonly victims: readonly { readonly namespace: string; readonly name: string }[] })
    | null;
}

/** Returns the result of one attempt, as sentences. */
export function decisionSentences(decision: DecisionParts): readonly string[] {
  const { attempt, outcome, nodeName, evaluatedCount, feasibleCount, tieCount, rejections, best, preemption } =
    decision;
  const looked = `Attempt ${attempt} looked at ${plural(evaluatedCount, 'node')}`;
  const sentences: string[] = [];
  if (outcome === 'BOUND') {
    const [first, second] = best;
    sentences.push(`${looked}; the pod could run on ${grouped(feasibleCount)} of them, and was placed on ${nodeName}.`);
    if (feasibleCount === 1) sentences.push('It was the only node that could take it, so none was scored.');
    else if (tieCount > 1)
      sentences.push(`${plural(tieCount, 'node')} had the highest score; the choice among them was drawn.`);
    else if (first && second)
      sentences.push(
        `${first.nodeName} had the highest score, ${first.total}; next was ${second.nodeName} with ${second.total}.`,
      );
  } else {
    sentences.push(`${looked}, and the pod could run on none.`);
    for (const { count, reason, plugin } of rejections)
      sentences.push(`${plural(count, 'node')}: ${reason}${plugin === '' ? '' : ` (${plugin})`}.`);
  }
  if (preemption) {
    const names = preemption.victims.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
    sentences.push(`To make room on ${preemption.nodeName}, it preempted ${names}.`);
    sentences.push(...outrankedSentences(preemption));
  }
  return sentences;
}

/** Requested fields of a predicted scheduling. */
export interface ExplanationParts {
  readonly message: string;
  readonly evaluatedCount: number;
  readonly feasibleCount: number;
  readonly gates: readonly string[];
  readonly selectedNode: { readonly metadata: { readonly name: string } } | null;
  readonly ties: readonly unknown[];
  readonly preemptionRefused: string | null;
  readonly preemption: {
    readonly node: { readonly metadata: { readonly name: string } };
    readonly victims: readonly { readonly metadata: { readonly namespace: string | null; readonly name: string } }[];
  } | null;
}

/** State of the explained pod. */
export interface ExplainedPod {
  /** True for an explanation at a past moment. */
  readonly isPast: boolean;
  /** True for a pod that has a node already: it is evaluated as if it had none. */
  readonly hasNode: boolean;
}

/** Returns the predicted scheduling of a pod at that moment, as sentences. */
export function explanationSentences(
  explanation: ExplanationParts,
  { isPast, hasNode }: ExplainedPod,
): readonly string[] {
  const { gates, selectedNode, ties, evaluatedCount, feasibleCount, message, preemption, preemptionRefused } =
    explanation;
  if (gates.length > 0) return gates.map((gate) => `It is not scheduled at all: ${gate}.`);
  const when = isPast ? 'Scheduled then' : 'Scheduled now';
  if (selectedNode) {
    const drawn =
      ties.length > 1 ? ` ${plural(ties.length, 'node')} have the same score, and the choice among them is drawn.` : '';
    return [
      `${when}, it would go to ${selectedNode.metadata.name}: ${grouped(feasibleCount)} of ${plural(evaluatedCount, 'node')} could take it.${drawn}`,
    ];
  }
  const sentences = [hasNode ? `${when}, as if it had no node, it would find none: ${message}` : message];
  if (preemption) {
    const names = preemption.victims.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).join(', ');
    sentences.push(`Preempting ${names} would make room on ${preemption.node.metadata.name}.`);
  } else if (preemptionRefused !== null) sentences.push(`It preempts no pods: ${preemptionRefused}.`);
  return sentences;
}
