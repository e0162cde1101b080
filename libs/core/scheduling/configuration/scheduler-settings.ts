import type { SchedulerOptions } from '../scheduler-parts';
import type { ConfigurationError } from './configuration-error';
import type { ExtenderSettings } from './extender-settings';

/** Dialects of the names of a Policy: each entry separately, or as v1.20 translates it into plugins. */
export const PolicyDialect = { Guide: 'guide', V1_20: '1.20' } as const;
export type PolicyDialect = (typeof PolicyDialect)[keyof typeof PolicyDialect];

/** A configuration that was read and can run: `new Scheduler({ clock, seed, ...settings.options })`. */
export interface SchedulerSettings {
  readonly options: Pick<
    SchedulerOptions,
    'bundle' | 'knobs' | 'profiles' | 'percentageOfNodesToScore' | 'backoff' | 'registry'
  >;
  /** Extenders to be called; making them callable is the shell's part. */
  readonly extenders: readonly ExtenderSettings[];
  /** Dialect in which the Policy was read; undefined for a KubeSchedulerConfiguration. */
  readonly dialect: PolicyDialect | undefined;
  /** The document itself, parsed; undefined if none was given. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Ignored parts: unknown fields, unless the document is read strictly. */
  readonly warnings: readonly ConfigurationError[];
}
