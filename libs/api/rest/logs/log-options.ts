import { type FieldError, forbiddenField, invalid, invalidField, isUpTo, type ReleaseName } from '@orrery/api-types';
import { integerParameter, isTrue, type Query } from '@orrery/api-protocol';
import type { PrintedLine } from '@orrery/pod-lifecycle';
import { formatTime, parseTimeMs } from '@orrery/time';

/** Requested part of a log, and its form (`PodLogOptions` upstream). */
export interface LogOptions {
  readonly isFollowed: boolean;
  readonly isPrevious: boolean;
  readonly hasTimes: boolean;
  readonly tail: number | undefined;
  readonly limitBytes: number | undefined;
  readonly sinceSeconds: number | undefined;
  readonly sinceMs: number | undefined;
}

/** Reads the options of a request; throws 422 as `ValidatePodLogOptions` has it, and 400 for values that are not numbers. */
export function logOptions(query: Query, pod: string, release?: ReleaseName): LogOptions {
  const tail = integerParameter(query, 'tailLines');
  const limitBytes = integerParameter(query, 'limitBytes');
  const sinceSeconds = integerParameter(query, 'sinceSeconds');
  const { sinceTime } = query;
  const errors: FieldError[] = [];
  if (tail !== undefined && tail < 0) {
    errors.push(invalidField('tailLines', tail, 'must be greater than or equal to 0'));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(invalidField('limitBytes', limitBytes, 'must be greater than 0'));
  }
  if (sinceSeconds !== undefined && sinceTime) {
    // Go's path without a name, which servers before 1.22 print.
    errors.push(
      forbiddenField(
        isUpTo(release, '1.20') ? '[]' : '',
        'at most one of `sinceTime` or `sinceSeconds` may be specified',
      ),
    );
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(invalidField('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  }
  const sinceMs = sinceTime ? parseTimeMs(sinceTime) : undefined;
  if (sinceTime && sinceMs === undefined)
    errors.push(invalidField('sinceTime', sinceTime, 'must be a time as in RFC 3339'));
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, pod, errors);
  return {
    isFollowed: isTrue(query['follow']),
    isPrevious: isTrue(query['previous']),
    hasTimes: isTrue(query['timestamps']),
    tail,
    limitBytes,
    sinceSeconds,
    sinceMs,
  };
}

/** The lines that the options ask for. */
export function chosenLines(lines: readonly PrintedLine[], options: LogOptions, nowMs: number): readonly PrintedLine[] {
  const { sinceSeconds, sinceMs, tail } = options;
  const fromMs = sinceSeconds === undefined ? sinceMs : nowMs - sinceSeconds * 1000;
  const recent = fromMs === undefined ? lines : lines.filter(({ atMs }) => atMs >= fromMs);
  return tail === undefined ? recent : tail === 0 ? [] : recent.slice(-tail);
}

/** Lines as they are sent. */
export function logText(lines: readonly PrintedLine[], { hasTimes }: Pick<LogOptions, 'hasTimes'>): string {
  return lines.map(({ atMs, text }) => `${hasTimes ? `${formatTime(atMs)} ` : ''}${text}\n`).join('');
}
