import type { TableColumn } from './table';

/** Tone of a cell: what it says of the health of its object. */
export type Tone = 'good' | 'warn' | 'bad';

/** Columns that tell a state by a word, of Kubernetes and by the custom of definitions. */
const STATES =
  /^(?:status|phase|state|health|healthy|ready|available|synced|established|condition|progressing|degraded|sync status|health status|pod status)$/i;
const GOOD =
  /^(?:running|active|bound|ready|available|succeeded|completed?|healthy|synced|established|approved|issued|approved,issued|true|ok|up|online|deployed|normal)$/i;
const BAD =
  /error|fail|backoff|evict|oomkilled|crash|lost|invalid|notready|unhealthy|degraded|denied|deadline|outof|unexpected|mismatch|nodeaffinity|preempt/i;
/** Columns in which `True` is a fault. */
const INVERTED = /^degraded$/i;

/** Returns the tone of a cell; undefined for one that tells no state. */
export function toneOf({ name }: Pick<TableColumn, 'name'>, text: string): Tone | undefined {
  if (name === 'Type' && text === 'Warning') return 'warn';
  if (!STATES.test(name) || text === '' || text === '<none>') return undefined;
  const share = /^(\d+)\/(\d+)$/.exec(text);
  if (share) return Number(share[1]) >= Number(share[2]) ? undefined : 'warn';
  if (/^\d+$/.test(text)) return undefined;
  const isTruth = /^(?:true|false)$/i.test(text);
  if (isTruth) return /^true$/i.test(text) === INVERTED.test(name) ? 'bad' : 'good';
  // A node says several at once: `Ready,SchedulingDisabled`.
  const words = (text.split(' (')[0] ?? '').split(',');
  if (words.some((word) => BAD.test(word))) return 'bad';
  return words.every((word) => GOOD.test(word)) ? 'good' : 'warn';
}

/** Returns the tone of a condition of an object: of some types `True` is the fault, as with `MemoryPressure`. */
export function conditionTone(type: string, status: string): Tone {
  if (status === 'Unknown') return 'warn';
  const isTrouble =
    /pressure|unavailable|fail|degraded|disrupt|stalled|violat|namespacedeletion|namespacecontent|finalizersremaining/i.test(
      type,
    );
  return (status === 'True') === isTrouble ? 'bad' : 'good';
}
