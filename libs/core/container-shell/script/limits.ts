import type { Machine } from '../machine';
import { MAX_HELD_BYTES } from '../process';

/** Limits on the memory that scripts may use. */
export interface ShellLimits {
  /** Characters of the words of a command: scripts that double a variable again and again end here. */
  readonly wordLength: number;
  /** Output that goes through memory. */
  readonly heldBytes: number;
}

const OF_CONTAINERS: ShellLimits = { wordLength: 1024 * 1024, heldBytes: MAX_HELD_BYTES };
/** Of runs that are recorded ahead of time, by processes that have other work. */
const OF_RECORDED: ShellLimits = { wordLength: 16 * 1024, heldBytes: 64 * 1024 };

/** The limits of shells on a machine. */
export function limitsOf({ isPartlyKnown }: Machine): ShellLimits {
  return isPartlyKnown ? OF_RECORDED : OF_CONTAINERS;
}
