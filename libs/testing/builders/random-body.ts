import { structOfKind, type KindInfo, type Struct, type ValueType } from '@orrery/api-types';
import type { Random } from '@orrery/time';
import { sampleOf } from './sample-bodies';

/** Words that mean something to one rule or another, and such as mean nothing to any. */
const TEXTS = [
  ...[
    '',
    'a',
    'b',
    'web',
    'A b',
    '-',
    '.',
    '/',
    '*',
    '%',
    'x'.repeat(300),
    '0',
    '1',
    '80',
    '-1',
    'ü',
    '__proto__',
    'constructor',
  ],
  ...[
    'default',
    'kube-system',
    'system-node-critical',
    'node-1',
    'v1',
    'apps/v1',
    'Pod',
    'Node',
    'Role',
    'ClusterRole',
    'User',
  ],
  ...[
    'ServiceAccount',
    'rbac.authorization.k8s.io',
    'Always',
    'Never',
    'OnFailure',
    'Recreate',
    'RollingUpdate',
    'OnDelete',
  ],
  ...[
    'ClusterIP',
    'NodePort',
    'LoadBalancer',
    'ExternalName',
    'None',
    'TCP',
    'UDP',
    'IPv4',
    'IPv6',
    '10.0.0.1',
    '::1',
    '10.0.0.0/8',
  ],
  ...[
    'In',
    'NotIn',
    'Exists',
    'DoesNotExist',
    'Gt',
    'Lt',
    'Equal',
    'NoSchedule',
    'NoExecute',
    'PreferNoSchedule',
    'DoNotSchedule',
  ],
  ...['ReadWriteOnce', 'ReadWriteMany', 'Retain', 'Delete', 'Filesystem', 'Block', 'Immediate', 'WaitForFirstConsumer'],
  ...[
    'Container',
    'PersistentVolumeClaim',
    'Terminating',
    'BestEffort',
    'PriorityClass',
    'Ingress',
    'Egress',
    'Prefix',
    'Exact',
  ],
  ...[
    '* * * * *',
    '@daily',
    '61 * * * *',
    'Allow',
    'Forbid',
    'Replace',
    'Indexed',
    'NonIndexed',
    'Failed',
    'Ignore',
    'Count',
  ],
  ...[
    'kubernetes.io/hostname',
    'kubernetes.io/tls',
    'example.com/gpu',
    '1h',
    '5m-',
    '50%',
    'True',
    'False',
    'Unknown',
    'Running',
  ],
  ...[
    'kubernetes',
    'orphan',
    'foregroundDeletion',
    'kubernetes.io/service-account-token',
    'FallbackToLogsOnError',
    '2026-01-01T00:00:00Z',
  ],
] as const;
const KEYS = [
  'a',
  '',
  'app',
  'x y',
  'cpu',
  'memory',
  'pods',
  'limits.cpu',
  'kubernetes.io/hostname',
  '__proto__',
  'orrery.dev/complete-after',
] as const;
const INTEGERS = [-1, 0, 1, 2, 3, 80, 100, 101, 65_536, 2 ** 31 - 1, -(2 ** 31)] as const;
const QUANTITIES = ['0', '1', '-1', '100m', '1Gi', '1e3', 1, 0.5, 'x', ''] as const;
const TIMES = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456Z', '0001-01-01T00:00:00Z', 'now', ''] as const;
const MISFITS: readonly unknown[] = [null, 0, '', 'x', true, -1, 1e30, [], {}, [null], [[]], { a: null }, [{}]];
const DEEPEST = 9;

const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;
const chance = (random: Random, share: number): boolean => random.unit() < share;

/**
 * Makes a body for a kind by the description of its struct: parts are missing, null, empty, of a wrong type or
 * nonsensical. Most begin as a valid object, so that errors are reached behind other checks.
 */
export function randomBody(kind: KindInfo, random: Random): unknown {
  const struct = structOfKind(kind);
  if (!struct || chance(random, 0.02)) return misfit(random);
  if (chance(random, 0.25)) return randomStruct(struct, random, 0);
  return changedAtRandom(struct, sampleOf(kind), random);
}

/** A copy of a value of the struct that differs in one to four places. */
export function changedAtRandom(struct: Struct, value: unknown, random: Random): unknown {
  const copy = JSON.parse(JSON.stringify(value)) as unknown;
  const changes = 1 + random.below(4);
  for (let i = 0; i < changes; i++) changeOne({ is: 'struct', struct }, copy, random);
  return copy;
}

/** Goes down into the value, at each step perhaps no further. */
function changeOne(type: ValueType, value: unknown, random: Random): void {
  if (typeof value !== 'object' || value === null) return;
  const parent = value as Record<string, unknown>;
  const names = Object.keys(parent);
  const isStruct = type.is === 'struct' && !Array.isArray(value);
  const name =
    names.length > 0 && chance(random, 0.75)
      ? pick(random, names)
      : isStruct
        ? pick(random, [...type.struct.fields.keys()])
        : String(names.length);
  const part = partType(type, name);
  const isDeeper = typeof parent[name] === 'object' && parent[name] !== null && chance(random, 0.7);
  if (isDeeper) changeOne(part, parent[name], random);
  else if (chance(random, 0.2) && !Array.isArray(value)) delete parent[name];
  else set(parent, name, randomValue(part, random, 4));
}

function partType(type: ValueType, name: string): ValueType {
  if (type.is === 'struct') return type.struct.fields.get(name) ?? { is: 'x' };
  return type.is === '[' || type.is === '{' ? type.item : { is: 'x' };
}

function randomStruct(struct: Struct, random: Random, depth: number): unknown {
  const object: Record<string, unknown> = {};
  const share = Math.min(0.6, 5 / struct.fields.size);
  for (const [name, type] of struct.fields) {
    const isLikely = depth === 0 && (name === 'metadata' || name === 'spec');
    if (chance(random, isLikely ? 0.9 : share)) set(object, name, randomValue(type, random, depth + 1));
  }
  return object;
}

function randomValue(type: ValueType, random: Random, depth: number): unknown {
  if (chance(random, 0.08)) return null;
  if (chance(random, 0.04)) return misfit(random);
  switch (type.is) {
    case 'struct':
      return depth > DEEPEST ? {} : randomStruct(type.struct, random, depth);
    case '[':
      return depth > DEEPEST ? [] : times(random.below(3), () => randomValue(type.item, random, depth + 1));
    case '{': {
      const map = {};
      for (let i = random.below(3); i > 0; i--) set(map, pick(random, KEYS), randomValue(type.item, random, depth + 1));
      return map;
    }
    case 's':
      return pick(random, TEXTS);
    case 'b':
      return chance(random, 0.5);
    case 'i':
    case 'l':
    case 'd':
      return pick(random, INTEGERS);
    case 'q':
      return pick(random, QUANTITIES);
    case 'o':
      return chance(random, 0.5) ? pick(random, INTEGERS) : pick(random, TEXTS);
    case 'y':
      return pick(random, ['', 'YQ==', '!']);
    case 't':
    case 'u':
      return pick(random, TIMES);
    default:
      return misfit(random);
  }
}

/** A fresh one each time: bodies are changed further. */
function misfit(random: Random): unknown {
  return JSON.parse(JSON.stringify(pick(random, MISFITS)));
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** Sets a data property also where the key is `__proto__`, as parsing JSON does. */
function set(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
