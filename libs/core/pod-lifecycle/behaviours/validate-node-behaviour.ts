import { invalidField, type FieldError } from '@orrery/api-types';
import { anyValue, fieldErrorOf, fields, listOf, mapOf, readDocument, string, type Schema } from '@orrery/documents';
import { parseTimeMs } from '@orrery/time';
import { problemOf, type NodeDevices } from '../devices/node-devices';
import { parseHogAmount } from '../faults/hogs';
import { NodeFaultKind } from '../faults/node-faults';
import { DAEMON_KEYWORDS, DAEMONS } from './node-behaviours';
import { curveSchema, usageSchema, type CurveCheck } from './usage-schema';
import { between, duration, matching, quantity } from './value-schemas';

/** Checks that the caller provides: the grammars of curves and of kubelet configurations. */
export interface NodeBehaviorGrammars {
  readonly checkCurve: CurveCheck;
  /** Returns the errors that keep a kubelet from starting with a configuration. */
  readonly configurationErrors: (configuration: unknown) => readonly string[];
}

const KINDS: readonly string[] = Object.values(NodeFaultKind).map((kind) => kind.toUpperCase().replaceAll('-', '_'));
const HOGS: readonly string[] = ['MEMORY_HOG', 'DISK_FILL', 'PID_HOG'];

const wholeNumber = matching<number>(
  'must be a whole number greater than zero',
  (value) => Number.isInteger(value) && (value as number) > 0,
);
const hogAmount = matching<string | number>(
  'must be an amount or a share of what the node has, for example 6Gi, 200 or 80%',
  (value) => (typeof value === 'string' || typeof value === 'number') && parseHogAmount(String(value)) !== undefined,
);
const time = matching<string>(
  'must be an instant, for example 2026-03-01T12:00:00Z',
  (value) => typeof value === 'string' && parseTimeMs(value) !== undefined,
);

/** A fault that a behaviour schedules. Some fields belong to some kinds of faults. */
const FAULT = fields(
  {
    kind: string(),
    at: time,
    after: duration,
    for: duration,
    factor: between(1, 1000),
    latency: duration,
    amount: hogAmount,
  },
  {
    required: ['kind'],
    check: ({ kind = '', factor, latency, amount, ...when }) => {
      const refuse = (field: string, value: unknown, detail: string): FieldError[] => [
        invalidField(`.${field}`, value ?? null, detail),
      ];
      if (!KINDS.includes(kind)) return refuse('kind', kind, `must be one of ${KINDS.join(', ')}`);
      if (when.at !== undefined && when.after !== undefined) {
        return refuse('after', when.after, 'cannot be used together with at');
      }
      if ((factor !== undefined) !== (kind === 'SLOW_HEARTBEAT')) {
        return refuse('factor', factor, 'belongs to SLOW_HEARTBEAT, and must be given with it');
      }
      if ((latency !== undefined) !== (kind === 'API_LATENCY')) {
        return refuse('latency', latency, 'belongs to API_LATENCY, and must be given with it');
      }
      if ((amount !== undefined) !== HOGS.includes(kind)) {
        return refuse('amount', amount, `belongs to ${HOGS.join(', ')}, and must be given with them`);
      }
      return undefined;
    },
  },
);

/** Devices that a driver publishes for a node. */
const DEVICES = fields(
  {
    driver: string(),
    count: anyValue(),
    name: string(),
    attributes: mapOf(anyValue()),
    capacity: mapOf(quantity),
  },
  {
    required: ['driver'],
    check: (value) => {
      // Fields of other types were refused before; the rest is evaluated as in the annotation of a node.
      const problem = problemOf(value as NodeDevices);
      return problem === undefined ? undefined : [invalidField('', value, problem)];
    },
  },
);

/** The spec of a NodeBehavior. */
function nodeBehaviorSchema({ checkCurve, configurationErrors }: NodeBehaviorGrammars): Schema {
  const usage = usageSchema({
    isKnown: (name) => DAEMON_KEYWORDS[name] !== undefined,
    names: Object.keys(DAEMON_KEYWORDS),
    checkCurve,
  });
  const filesystem = fields({
    capacity: quantity,
    inodes: wholeNumber,
    usage: curveSchema('memory', checkCurve),
    inodesUsage: curveSchema('pids', checkCurve),
  });
  const unknownDaemon = anyValue({ check: () => `must be one of ${DAEMONS.join(', ')}` });
  return fields({
    priority: anyValue(),
    selector: fields({
      names: listOf(string()),
      labelSelector: anyValue(),
      annotations: mapOf(string()),
      probability: between(0, 1),
      weight: between(0, Infinity),
    }),
    capacity: mapOf(quantity),
    filesystems: fields({ nodefs: filesystem, imagefs: filesystem }),
    maxProcesses: wholeNumber,
    devices: listOf(DEVICES),
    usage,
    daemons: mapOf<unknown>((name) => (DAEMONS.includes(name) ? usage : unknownDaemon)),
    registry: fields({ latency: duration, bandwidth: quantity }),
    heartbeats: fields({ jitter: between(0, 1) }),
    boot: fields({ delay: duration }),
    configuration: anyValue({
      check: (value) => configurationErrors(value).map((error) => invalidField('', value, error)),
    }),
    faults: listOf(FAULT),
  });
}

/** Returns the errors of the spec of a NodeBehavior. */
export function nodeBehaviorErrors(spec: unknown, grammars: NodeBehaviorGrammars): FieldError[] {
  if (spec === undefined || spec === null) return [];
  return readDocument(spec, nodeBehaviorSchema(grammars), { field: 'spec' }).findings.map(fieldErrorOf);
}
