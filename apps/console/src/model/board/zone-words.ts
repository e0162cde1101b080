import { NodeHealth, type BoardNode } from './board-node';
import { clusterTime } from '../clock-words';
import { grouped, plural } from '../words';

/** State of a zone from the node-lifecycle controller. */
export interface ZoneState {
  readonly state: string | null;
  readonly waitingNodes: number;
  readonly evictionRate: number;
}

export interface ZoneText {
  readonly text: string;
  readonly isBad: boolean;
}

/** States of zones in which something is wrong, as words. */
export const DISRUPTIONS: Readonly<Record<string, string>> = {
  PARTIAL_DISRUPTION: 'partial disruption',
  FULL_DISRUPTION: 'full disruption',
};

/** Returns the texts beside the names of zones: the number of their healthy nodes, and the controller's actions on the others. */
export function zoneTexts(
  nodes: Iterable<BoardNode>,
  zones: ReadonlyMap<string, ZoneState>,
): ReadonlyMap<string, ZoneText> {
  const counts = new Map<string, { total: number; notReady: number }>();
  for (const { zone, health } of nodes) {
    const count = counts.get(zone) ?? { total: 0, notReady: 0 };
    counts.set(zone, {
      total: count.total + 1,
      notReady: count.notReady + (health === NodeHealth.Ready ? 0 : 1),
    });
  }
  return new Map([...counts].map(([name, { total, notReady }]) => [name, textOf(total, notReady, zones.get(name))]));
}

function textOf(total: number, notReady: number, zone: ZoneState | undefined): ZoneText {
  // Short, for it stands on the board beside the name of the zone.
  const words = [notReady > 0 ? `${grouped(notReady)} of ${grouped(total)} not ready` : plural(total, 'node')];
  const state = DISRUPTIONS[zone?.state ?? ''];
  if (state !== undefined) words.push(state);
  if (zone && zone.waitingNodes > 0) words.push(`${zone.waitingNodes} to taint at ${zone.evictionRate}/s`);
  return { text: words.join(' · '), isBad: notReady > 0 };
}

/** Returns the state of a zone's limiter, in sentences. */
export function limiterSentences(zone: {
  readonly evictionRate: number;
  readonly waitingNodes: number;
  readonly evictionsTotal: number;
  readonly nextTaintAt: string | null;
}): readonly string[] {
  const { evictionRate: rate, waitingNodes, evictionsTotal, nextTaintAt } = zone;
  const every = Math.round(1000 / rate) / 1000;
  const pace =
    rate === 0
      ? 'No node is tainted NoExecute while its rate is zero.'
      : `A node may be tainted NoExecute every ${every} s (rate ${rate}).`;
  const token =
    rate === 0
      ? []
      : [
          nextTaintAt === null
            ? 'It has a token: the next may be tainted at once.'
            : `Its next token comes at ${clusterTime(nextTaintAt)}.`,
        ];
  const queue =
    waitingNodes === 0 ? 'No node waits' : `${plural(waitingNodes, 'node')} ${waitingNodes === 1 ? 'waits' : 'wait'}`;
  return [pace, ...token, `${queue}; ${plural(evictionsTotal, 'node')} tainted so far.`];
}
