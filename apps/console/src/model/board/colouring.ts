import { PodHealth, type BoardPod } from './board-pod';
import type { Palette } from './palette';

/** Property that the colour of a pod shows. */
export const ColourBy = {
  Application: 'application',
  Namespace: 'namespace',
  Health: 'health',
  Priority: 'priority',
  Qos: 'QoS class',
  Age: 'age',
} as const;
export type ColourBy = (typeof ColourBy)[keyof typeof ColourBy];

/** A class of pods of one colour. */
interface ColourClass {
  readonly label: string;
  readonly colour: number;
}

/** Decides on colours. A name keeps its colour, and gets the same one with the next visit unless others took it. */
export interface Colouring {
  readonly by: ColourBy;
  classOf(pod: BoardPod): ColourClass;
}

const MINUTE = 60_000;
const AGES: readonly (readonly [belowMs: number, label: string])[] = [
  [MINUTE, 'less than 1 minute'],
  [10 * MINUTE, 'less than 10 minutes'],
  [60 * MINUTE, 'less than 1 hour'],
  [24 * 60 * MINUTE, 'less than 1 day'],
  [7 * 24 * 60 * MINUTE, 'less than 1 week'],
  [Infinity, 'older'],
];
/** Priorities of Kubernetes' own classes begin here. */
const SYSTEM_PRIORITY = 1_000_000_000;
const PRIORITIES: readonly (readonly [from: number, label: string])[] = [
  [SYSTEM_PRIORITY, 'system'],
  [100_000, '100,000 and more'],
  [1_000, '1,000 and more'],
  [1, '1 and more'],
  [0, '0'],
  [-Infinity, 'below 0'],
];
const QOS = ['Guaranteed', 'Burstable', 'BestEffort'];

/** A colouring with no names known yet. `now`: cluster time, for ages. */
export function colouringBy(by: ColourBy, palette: Palette, now: () => number): Colouring {
  const { kinds, ramp } = palette;
  const at = (colours: readonly number[], index: number): number => colours[index % colours.length] ?? palette.idle;
  const names = new Map<string, ColourClass>();
  const uses = kinds.map(() => 0);
  const named = (label: string): ColourClass => {
    let known = names.get(label);
    if (!known) names.set(label, (known = { label, colour: at(kinds, leastUsed(uses, hashOf(label))) }));
    return known;
  };
  const healths: Readonly<Record<PodHealth, number>> = {
    [PodHealth.Ready]: palette.good,
    [PodHealth.Starting]: at(kinds, 6),
    [PodHealth.NotReady]: palette.warn,
    [PodHealth.Waiting]: palette.warn,
    [PodHealth.Failed]: palette.bad,
    [PodHealth.Terminating]: at(kinds, 3),
    [PodHealth.Succeeded]: palette.idle,
  };
  const classes: Readonly<Record<ColourBy, (pod: BoardPod) => ColourClass>> = {
    [ColourBy.Application]: ({ application }) => named(application),
    [ColourBy.Namespace]: ({ namespace }) => named(namespace),
    [ColourBy.Health]: ({ health }) => ({ label: health, colour: healths[health] }),
    [ColourBy.Qos]: ({ qos }) => ({ label: qos, colour: at(kinds, Math.max(0, QOS.indexOf(qos))) }),
    [ColourBy.Priority]: ({ priority }) => {
      const index = PRIORITIES.findIndex(([from]) => priority >= from);
      return { label: PRIORITIES[index]?.[1] ?? '', colour: at(ramp, PRIORITIES.length - 1 - index) };
    },
    [ColourBy.Age]: ({ createdAtMs }) => {
      const age = now() - createdAtMs;
      const index = AGES.findIndex(([below]) => age < below);
      return { label: AGES[index]?.[1] ?? '', colour: at(ramp, AGES.length - 1 - index) };
    },
  };
  return { by, classOf: classes[by] };
}

/** Takes one of the least used places, from a place on. */
function leastUsed(uses: number[], from: number): number {
  const least = Math.min(...uses);
  for (let step = 0; ; step++) {
    const index = (from + step) % uses.length;
    if (uses[index] !== least) continue;
    uses[index] = least + 1;
    return index;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** A line of the legend. */
export interface LegendEntry extends ColourClass {
  readonly count: number;
}

/** The classes that there are with the numbers of their pods, most frequent first. */
export function legendOf(pods: Iterable<BoardPod>, colouring: Colouring): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const pod of pods) {
    const { label, colour } = colouring.classOf(pod);
    entries.set(label, { label, colour, count: (entries.get(label)?.count ?? 0) + 1 });
  }
  return [...entries.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** States in the order of the legend. A pod that waits is known by its place, one that is ready has no form. */
const FORMS: readonly PodHealth[] = [
  PodHealth.Starting,
  PodHealth.NotReady,
  PodHealth.Terminating,
  PodHealth.Failed,
  PodHealth.Succeeded,
];

/** Returns the states that are on the board by their form, with the numbers of their pods. */
export function formsOf(pods: Iterable<BoardPod>): readonly { readonly health: PodHealth; readonly count: number }[] {
  const counts = new Map<PodHealth, number>();
  for (const { health } of pods) counts.set(health, (counts.get(health) ?? 0) + 1);
  return FORMS.flatMap((health) => {
    const count = counts.get(health);
    return count === undefined ? [] : [{ health, count }];
  });
}
