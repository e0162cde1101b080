import { invalidField, type FieldError } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { parseHogAmount } from '../faults/hogs';
import { NodeFaultKind } from '../faults/node-faults';
import { between, duration, fields, isObject, listOf, mapOf, quantity, text, wrong, type Check } from './field-checks';
import { DAEMON_KEYWORDS, DAEMONS } from './node-behaviours';
import { usageErrors, type CurveCheck } from './usage-checks';

/** What the caller knows better: the grammars of curves and of kubelet configurations. */
export interface NodeBehaviorGrammars {
  readonly checkCurve: CurveCheck;
  /** What keeps a kubelet from starting with a configuration. */
  readonly configurationErrors: (configuration: unknown) => readonly string[];
}

const KINDS: readonly string[] = Object.values(NodeFaultKind).map((kind) => kind.toUpperCase().replaceAll('-', '_'));

const wholeNumber: Check = (value, at) =>
  Number.isInteger(value) && (value as number) > 0 ? [] : wrong(at, value, 'must be a whole number greater than zero');
const hogAmount: Check = (value, at) =>
  (typeof value === 'string' || typeof value === 'number') && parseHogAmount(String(value)) !== undefined
    ? []
    : wrong(at, value, 'must be an amount or a share of what the node has, for example 6Gi, 200 or 80%');
const HOGS: readonly string[] = ['MEMORY_HOG', 'DISK_FILL', 'PID_HOG'];
const faultFields = fields(
  {
    kind: text,
    at: time,
    after: duration,
    for: duration,
    factor: between(1, 1000),
    latency: duration,
    amount: hogAmount,
  },
  ['kind'],
);

/** Everything that is wrong with the spec of a NodeBehavior. */
export function nodeBehaviorErrors(
  spec: unknown,
  { checkCurve, configurationErrors }: NodeBehaviorGrammars,
): FieldError[] {
  if (spec === undefined || spec === null) return [];
  const curveOf =
    (resource: string): Check =>
    (value, at) =>
      usageErrors(value, at, {
        resource,
        known: (name) => DAEMON_KEYWORDS[name] !== undefined,
        names: Object.keys(DAEMON_KEYWORDS),
        checkCurve,
      });
  const filesystem = fields({
    capacity: quantity,
    inodes: wholeNumber,
    usage: curveOf('memory'),
    inodesUsage: curveOf('pids'),
  });
  const daemon = (name: string): Check =>
    DAEMONS.includes(name) ? mapOf(curveOf) : (value, at) => wrong(at, value, `must be one of ${DAEMONS.join(', ')}`);
  return fields({
    priority: () => [],
    selector: fields({
      names: listOf(text),
      labelSelector: () => [],
      annotations: mapOf(() => text),
      probability: between(0, 1),
      weight: between(0, Infinity),
    }),
    capacity: mapOf(() => quantity),
    filesystems: fields({ nodefs: filesystem, imagefs: filesystem }),
    maxProcesses: wholeNumber,
    usage: mapOf(curveOf),
    daemons: mapOf(daemon),
    registry: fields({ latency: duration, bandwidth: quantity }),
    heartbeats: fields({ jitter: between(0, 1) }),
    boot: fields({ delay: duration }),
    configuration: (value, at) => configurationErrors(value).map((error) => invalidField(at, value, error)),
    faults: listOf(fault),
  })(spec, 'spec');
}

function time(value: unknown, at: string): FieldError[] {
  return typeof value === 'string' && parseTimeMs(value) !== undefined
    ? []
    : wrong(at, value, 'must be an instant, for example 2026-03-01T12:00:00Z');
}

function fault(value: unknown, at: string): FieldError[] {
  const errors = faultFields(value, at);
  if (errors.length > 0 || !isObject(value)) return errors;
  const { kind, factor, latency, amount } = value;
  if (!KINDS.includes(kind as string)) return wrong(`${at}.kind`, kind, `must be one of ${KINDS.join(', ')}`);
  if (value['at'] !== undefined && value['after'] !== undefined) {
    return wrong(`${at}.after`, value['after'], 'cannot be used together with at');
  }
  if ((factor !== undefined) !== (kind === 'SLOW_HEARTBEAT')) {
    return wrong(`${at}.factor`, factor ?? null, 'belongs to SLOW_HEARTBEAT, and must be given with it');
  }
  if ((latency !== undefined) !== (kind === 'API_LATENCY')) {
    return wrong(`${at}.latency`, latency ?? null, 'belongs to API_LATENCY, and must be given with it');
  }
  if ((amount !== undefined) !== HOGS.includes(kind as string)) {
    return wrong(`${at}.amount`, amount ?? null, `belongs to ${HOGS.join(', ')}, and must be given with them`);
  }
  return [];
}
