import { parseYaml, YamlDepthError } from '@orrery/api-types';
import {
  loadDeschedulerPolicy,
  type DeschedulingBehaviour,
  type PolicyError,
  type PolicyVerdict,
} from '@orrery/descheduling';
import { isPlainObject, type DocumentError } from '@orrery/documents';
import { parseDurationMs } from '@orrery/time';
import { CronExpressionParser } from 'cron-parser';
import { YAMLParseError } from 'yaml';

/** Schedule of a cluster's descheduler, with its policy; kept in the cluster's settings. */
export interface DeschedulingSchedule {
  /** The policy as text or as data. */
  readonly policy: unknown;
  /** Go duration from the start of one cycle to that of the next. */
  readonly interval?: string;
  /** Cron expression, in UTC of cluster time. */
  readonly cron?: string;
  readonly dryRun?: boolean;
  /** Cluster time in ms from which intervals are counted: when the schedule was set; 0 for one a cluster was made with. */
  readonly sinceMs?: number;
}

/** Policy with the options of its reading. */
export interface PolicySource {
  /** The policy as text (YAML or JSON) or as data. */
  readonly policy: unknown;
  /** Name of the file for messages. */
  readonly fileName?: string;
  readonly behaviour?: Partial<DeschedulingBehaviour>;
}

/** Reads a policy given as text or as data. */
export function loadPolicy({ policy, fileName, behaviour }: PolicySource): PolicyVerdict {
  const options = { ...(fileName !== undefined && { fileName }), ...(behaviour && { behaviour }) };
  if (typeof policy !== 'string') return loadDeschedulerPolicy(policy, options);
  try {
    return loadDeschedulerPolicy(parseYaml(policy), options);
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof YamlDepthError)) throw error;
    return { ok: false, errors: [{ field: '', reason: `the policy is not YAML: ${error.message}` }] };
  }
}

/** Returns the errors of the times of a schedule. */
export function scheduleErrors({ interval, cron }: Pick<DeschedulingSchedule, 'interval' | 'cron'>): PolicyError[] {
  if ((interval === undefined) === (cron === undefined)) {
    return [{ field: 'interval', reason: 'exactly one of interval and cron must be given' }];
  }
  if (interval !== undefined) {
    const ms = parseDurationMs(interval);
    return ms !== undefined && ms >= 1000
      ? []
      : [{ field: 'interval', reason: `${JSON.stringify(interval)} is not a duration of a second or more` }];
  }
  try {
    CronExpressionParser.parse(cron!, { tz: 'UTC' });
    return [];
  } catch (error) {
    return [{ field: 'cron', reason: (error as Error).message }];
  }
}

/** Returns the errors of a `descheduler` setting whose structure is right. */
export function deschedulerErrors(setting: unknown): readonly DocumentError[] {
  if (!isPlainObject(setting)) return [];
  // The structure of the setting was checked before.
  const schedule = setting as unknown as DeschedulingSchedule;
  const policy = loadPolicy(schedule);
  const ofPolicy = (policy.ok ? [] : policy.errors).map(({ field, reason }) => ({
    field: field === '' ? 'policy' : `policy.${field}`,
    reason,
  }));
  return [...scheduleErrors(schedule), ...ofPolicy].map(({ field, reason }) => ({
    field: `descheduler.${field}`,
    reason,
  }));
}
