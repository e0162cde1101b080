import type { Pod } from '../../objects';
import { ageSince } from '../../tables/age';
import {
  AGE,
  former,
  integer,
  later,
  NAME,
  NONE,
  type RowCondition,
  tableOf,
  text,
  wide,
  of,
} from '../../tables/table-kind';
import { summarizePod } from './shown-status';

const COLUMNS = [
  NAME,
  text('Ready', 'The aggregate readiness state of this pod for accepting traffic.'),
  text('Status', 'The aggregate status of the containers in this pod.'),
  former(integer('Restarts', 'The number of times the containers in this pod have been restarted.')),
  later(
    text(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    ),
  ),
  AGE,
  wide(text('IP', of('V1PodStatus', 'podIP'))),
  wide(text('Node', of('V1PodSpec', 'nodeName'))),
  wide(text('Nominated Node', of('V1PodStatus', 'nominatedNodeName'))),
  wide(text('Readiness Gates', of('V1PodSpec', 'readinessGates'))),
];

/** Columns of a Pod (`pkg/printers/internalversion` upstream). */
export const POD_TABLE = tableOf<Pod>(
  COLUMNS,
  (pod, nowMs) => {
    const { readyContainers, totalContainers, reason, restarts, lastRestartAt } = summarizePod(pod);
    const restartedAgo = restarts > 0 && lastRestartAt ? ` (${ageSince(lastRestartAt, nowMs)} ago)` : '';
    return [
      pod.metadata.name,
      `${readyContainers}/${totalContainers}`,
      reason,
      restarts,
      `${restarts}${restartedAgo}`,
      ageSince(pod.metadata.creationTimestamp, nowMs),
      pod.status?.podIPs?.[0]?.ip || pod.status?.podIP || NONE,
      pod.spec.nodeName || NONE,
      pod.status?.nominatedNodeName || NONE,
      readinessGates(pod),
    ];
  },
  completedCondition,
);

function readinessGates({ spec, status }: Pod): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const isTrue = (wanted: string): boolean =>
    status?.conditions?.some((condition) => condition.type === wanted && condition.status === 'True') ?? false;
  return `${gates.filter(({ conditionType }) => isTrue(conditionType)).length}/${gates.length}`;
}

function completedCondition({ status }: Pod): readonly RowCondition[] {
  if (status?.phase === 'Succeeded') {
    return [{ type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' }];
  }
  if (status?.phase === 'Failed') {
    return [{ type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' }];
  }
  return [];
}
