import { badUserInput, documentsOf, onlyDocument, targetOfDocument } from '@orrery/actions';
import { ApiError, notFound, type KubeObject, type Pod } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import {
  isSuccess,
  statusMessage,
  type FilterFinding,
  type NodeExplanation,
  type PreemptionForecast,
  type SchedulingExplanation,
  type ScoreFinding,
  type Status,
} from '@orrery/scheduling';
import { explainEngine } from './explain-engines';
import type { ExplainQuestion, NamedPod } from './question';
import { legacyNames, type LegacyNames } from './legacy-names';

const POD = requireKind('v1', 'Pod');
const NODE = requireKind('v1', 'Node');
const DEFAULT_SCHEDULER = 'default-scheduler';
const NOT_HELPFUL = 'Preemption is not helpful for scheduling';

/** Answers the query `explainScheduling`; throws the error of the question, naming the field. */
export async function answerExplainScheduling(runtime: ClusterRuntime, input: ExplainQuestion): Promise<object> {
  const pod = await podOf(runtime, input);
  const schedulerName = input.schedulerName ?? pod.spec.schedulerName ?? DEFAULT_SCHEDULER;
  const found = explainEngine(runtime, schedulerName);
  if (!found) {
    throw badUserInput(
      `schedulerName: no scheduler of this cluster serves pods of schedulerName ${JSON.stringify(schedulerName)}`,
    );
  }
  const nodes = input.nodes?.map((name, i) => existingNode(runtime, name, `nodes[${i}]`));
  const best = input.best ?? undefined;
  if (best !== undefined && best < 1) throw badUserInput('best: must be at least 1', ['best']);
  const assumeEvicted = input.assumeEvicted?.map((ref, i) => existingPod(runtime, ref, `assumeEvicted[${i}]`));
  const explained = await found.explain({
    pod,
    schedulerName,
    nodes,
    best,
    assumeEvicted,
    withPreemption: input.withPreemption ?? true,
  });
  return view(runtime, { pod, explained: explained!, words: legacyNames(found.configured) });
}

/** Returns the pod of the question; one that need not exist is processed like a creation, without being written. */
async function podOf(runtime: ClusterRuntime, input: ExplainQuestion): Promise<Pod> {
  const { pod, object, yaml } = input;
  const given = [pod, object, yaml].filter((form) => form !== undefined && form !== null).length;
  if (given !== 1) throw badUserInput('specify exactly one of pod, object, yaml');
  if (pod) return existingPod(runtime, pod, 'pod');
  // The other fields of the input are not read.
  const document = onlyDocument(documentsOf({ object, yaml: yaml ?? null } as never));
  const { kind, apiVersion, namespace } = targetOfDocument(runtime.kinds, document, undefined);
  if (kind !== POD)
    throw badUserInput(`${document.place.path.join('.')}.kind: must be a Pod, not a ${kind.kind}`, [
      ...document.place.path,
      'kind',
    ]);
  const request = { kind, apiVersion, namespace, input: document.body };
  return (await runtime.store.rehearseCreation(request, { fieldValidation: 'Strict' })) as Pod;
}

function existingPod({ cache }: ClusterRuntime, ref: NamedPod, field: string): Pod {
  const namespace = ref.namespace ?? 'default';
  const pod = cache.get(keyOf({ kind: POD, namespace, name: ref.name }));
  if (!pod) throw missing(notFound(POD, ref.name), field);
  return pod as Pod;
}

function existingNode({ cache }: ClusterRuntime, name: string, field: string): string {
  if (!cache.get(keyOf({ kind: NODE, namespace: '', name }))) throw missing(notFound(NODE, name), field);
  return name;
}

function missing(error: ApiError, field: string): ApiError {
  const cause = { reason: 'FieldValueNotFound', message: error.message, field } as const;
  return new ApiError(error.reason, `${field}: ${error.message}`, { ...error.details, causes: [cause] });
}

interface Answer {
  readonly pod: Pod;
  readonly explained: SchedulingExplanation;
  readonly words: LegacyNames;
}

function view(runtime: ClusterRuntime, { pod, explained, words }: Answer): object {
  const { preemption } = explained;
  const nodeOf = (name: string): KubeObject | undefined =>
    runtime.cache.get(keyOf({ kind: NODE, namespace: '', name }));
  return {
    schedulerName: explained.schedulerName,
    pod,
    gates: explained.gates.map((status) => `${status.plugin}: ${statusMessage(status)}`),
    selectedNode: explained.selected === undefined ? null : nodeOf(explained.selected),
    nominated: explained.isNominated,
    ties: explained.ties.map(nodeOf),
    feasibleCount: explained.feasibleCount,
    evaluatedCount: explained.evaluatedCount,
    message: explained.message,
    nodes: explained.nodes.map((node) => nodeView(node, words, preemption)),
    preemption: preemption ? planView(preemption, nodeOf) : null,
    preemptionRefused: preemption?.ineligible ?? null,
    extenders: explained.extenders.map(({ name, isIgnorable, isInterested, problems }) => ({
      url: name,
      ignorable: isIgnorable,
      interested: isInterested,
      problems,
    })),
    resourceVersion: String(runtime.cache.revision),
  };
}

function nodeView(explained: NodeExplanation, words: LegacyNames, preemption: PreemptionForecast | undefined): object {
  const { node, status, filters, scores, total, rank } = explained;
  return {
    node: node.node,
    feasible: isSuccess(status),
    firstFailure: isSuccess(status) ? null : verdictView(findingOf(status, filters), words),
    filters: filters.map((finding) => verdictView(finding, words)),
    scores: scores.map((score) => scoreView(score, words)),
    total: total ?? null,
    rank: rank ?? null,
    preemption: preemption && preemption.ineligible === undefined ? roleOf(node.name, preemption) : null,
  };
}

function findingOf(status: Status, filters: readonly FilterFinding[]): FilterFinding {
  const { plugin } = status;
  return { plugin, status, isSkipped: false, detail: filters.find((each) => each.plugin === plugin)?.detail };
}

function verdictView({ plugin, status, isSkipped, detail }: FilterFinding, words: LegacyNames): object {
  return {
    plugin,
    predicate: words.predicate(plugin),
    passed: isSuccess(status),
    code: isSkipped ? 'Skip' : status.code,
    reasons: status.reasons,
    detail: detail ?? null,
  };
}

/** One score in the shape of its GraphQL type. */
export function scoreView(score: ScoreFinding, words: LegacyNames): object {
  return { ...score, priority: words.priority(score.plugin) };
}

function roleOf(name: string, { chosen, candidates, refusals }: PreemptionForecast): object {
  if (name === chosen) return { role: 'chosen', reason: null };
  const candidate = candidates.find(({ nodeName }) => nodeName === name);
  if (candidate) {
    return {
      role: 'outranked',
      reason: `${chosen} is preferred: ${candidate.outrankedBy ?? 'it was found first and is equally good'}`,
    };
  }
  const refused = refusals.get(name);
  return refused ? { role: 'refused', reason: statusMessage(refused) } : { role: 'notHelpful', reason: NOT_HELPFUL };
}

function planView(
  { chosen, candidates }: PreemptionForecast,
  nodeOf: (name: string) => KubeObject | undefined,
): object | null {
  const views = candidates.map(({ nodeName, victims, violations, outrankedBy }) => ({
    nodeName,
    node: nodeOf(nodeName),
    victims,
    pdbViolations: violations,
    outrankedBy: outrankedBy ?? null,
  }));
  const plan = views.find(({ nodeName }) => nodeName === chosen);
  return plan ? { ...plan, candidates: views } : null;
}
