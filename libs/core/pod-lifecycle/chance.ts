import type { Random } from '@orrery/time';

/** Chance by key: the same key yields the same stream. */
export type Chance = (...key: readonly (string | number)[]) => Random;
