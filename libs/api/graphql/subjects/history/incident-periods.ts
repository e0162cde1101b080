import { badUserInput, faultView, storedKind } from '@orrery/actions';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { ZoneView } from '@orrery/node-health';
import { faultOfSubject, IncidentTopic, type IncidentPeriod, type IncidentSubjects } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { pageRequest, zoneOf, momentOf } from '@orrery/insights';
import type { FaultPeriod, FaultPeriodArgs, PeriodArgs, ZonePeriod, ZonePeriodArgs } from './incident-types';

interface Page<T> {
  readonly periods: readonly T[];
  readonly endCursor: string;
  readonly hasNextPage: boolean;
}

/** A page of the faults that nodes had in a span of cluster time. */
export async function faultHistory(runtime: ClusterRuntime, args: FaultPeriodArgs): Promise<Page<FaultPeriod>> {
  const { nodes, kinds } = args;
  const subjects = { nodes: nodes ?? undefined, kinds: kinds?.map(storedKind) };
  return periodPage(runtime, args, { topic: IncidentTopic.Fault, subjects, view: faultPeriod });
}

/** Returns a page of the states of zones in a span of cluster time. */
export async function zoneHistory(runtime: ClusterRuntime, args: ZonePeriodArgs): Promise<Page<ZonePeriod>> {
  const subjects = args.zone == null ? {} : { names: [args.zone] };
  return periodPage(runtime, args, { topic: IncidentTopic.Zone, subjects, view: zonePeriod });
}

async function periodPage<T>(
  runtime: ClusterRuntime,
  { since, until, first, after }: PeriodArgs,
  wanted: {
    readonly topic: IncidentTopic;
    readonly subjects: IncidentSubjects;
    readonly view: (period: IncidentPeriod) => T;
  },
): Promise<Page<T>> {
  const { size } = pageRequest({ first });
  if (after != null && !/^\d{1,15}$/.test(after))
    throw badUserInput('after must be the endCursor of a page', ['after']);
  const { topic, subjects, view } = wanted;
  const found = await runtime.records.incidents.periods({
    topic,
    subjects,
    notEndedBefore: since == null ? undefined : await momentOf(runtime, since, 'since'),
    begunBefore: until == null ? runtime.moment?.place : await momentOf(runtime, until, 'until'),
    after: Number(after ?? 0),
    limit: size + 1,
  });
  const page = found.slice(0, size);
  return {
    periods: page.map(view),
    endCursor: String(page.at(-1)?.number ?? after ?? 0),
    hasNextPage: found.length > size,
  };
}

function faultPeriod({ subject, value, atMs, writer, end }: IncidentPeriod): FaultPeriod {
  const fault = faultOfSubject(subject, value);
  const untilMs = Math.min(fault.untilMs ?? Infinity, end?.atMs ?? Infinity);
  const fromMs = Math.max(fault.sinceMs, atMs);
  return {
    ...(faultView(fault) as FaultPeriod),
    from: formatMicroTime(fromMs),
    // One that was cleared before its beginning was none at all.
    to: untilMs === Infinity ? null : formatMicroTime(Math.max(fromMs, untilMs)),
    setAt: formatMicroTime(atMs),
    setBy: writer,
    clearedAt: end ? formatMicroTime(end.atMs) : null,
    clearedBy: end?.writer ?? null,
  };
}

function zonePeriod({ value, atMs, end }: IncidentPeriod): ZonePeriod {
  return {
    from: formatMicroTime(atMs),
    to: end ? formatMicroTime(end.atMs) : null,
    zone: zoneOf(value as ZoneView),
  };
}
