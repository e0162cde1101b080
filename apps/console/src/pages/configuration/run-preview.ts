import { AskError, type ClusterClient } from '../../graphql/client';
import { PreviewSchedulerConfigQuery, TryDeschedulerMutation } from '../../graphql/operations.generated';
import { placementWords } from '../../model/editor/configurations';
import { grouped, plural } from '../../model/words';
import type { Row } from './row-table';

/** Known effects of an unsaved configuration. */
export interface Outcome {
  readonly words: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  /** Pods that were compared of all; undefined where nothing is left to compare. */
  readonly progress?: { readonly done: number; readonly total: number };
}

const PLACEMENT_HEADS = ['Pod', 'Runs on', 'Now it would go to', 'With this to'] as const;
const EVICTION_HEADS = ['Pod', 'Runs on', 'Verdict', 'Why'] as const;

/** Compares the placement of every pod, page by page, and reports each page. Ends early when it is not wanted any more. */
export async function comparePlacements(
  client: ClusterClient,
  yaml: string,
  { isWanted, onOutcome }: { readonly isWanted: () => boolean; readonly onOutcome: (outcome: Outcome) => void },
): Promise<void> {
  const rows: Row[] = [];
  for (let done = 0, isMore = true; isMore && isWanted();) {
    const { previewSchedulerConfig } = await client.ask(PreviewSchedulerConfigQuery, { input: { yaml }, skip: done });
    const { total, compared, hasMore, differences } = previewSchedulerConfig;
    done += compared;
    isMore = hasMore;
    for (const { pod, before, after } of differences)
      rows.push({
        head: `${pod.metadata.namespace}/${pod.metadata.name}`,
        cells: [pod.spec?.nodeName ?? '–', placementWords(before), placementWords(after)],
      });
    if (!isWanted()) return;
    const of = hasMore ? `${grouped(done)} compared pods of ${grouped(total)}` : plural(total, 'pod');
    onOutcome({
      words: `${grouped(rows.length)} of ${of} would be placed differently.`,
      heads: PLACEMENT_HEADS,
      rows: [...rows],
      ...(hasMore ? { progress: { done, total } } : {}),
    });
  }
}

/** Runs one cycle of the descheduler that evicts nothing. */
export async function tryEvictions(client: ClusterClient, yaml: string): Promise<Outcome> {
  const { runDescheduler } = await client.ask(TryDeschedulerMutation, { input: { yaml, dryRun: true } });
  const { run: cycle, errors } = runDescheduler;
  const refusals = [
    ...errors.map(({ message }) => message),
    ...(cycle?.policyErrors ?? []).map(({ field, reason }) => `${field}: ${reason}`),
  ];
  if (!cycle || refusals.length > 0) throw new AskError(refusals.join(' '), false, undefined);
  return {
    words: [`A cycle would evict ${plural(cycle.evicted, 'pod')}.`, ...cycle.notes].join(' '),
    heads: EVICTION_HEADS,
    rows: cycle.decisions.map(({ namespace, pod, node, verdict, strategy, reason, obstacle }) => ({
      head: `${namespace}/${pod}`,
      cells: [node, verdict.toLowerCase(), `${strategy}: ${obstacle ?? reason}`],
    })),
  };
}
