import { canonicalQuantity, quantityMilliValue } from '@orrery/quantity';
import type { Container, PodSpec } from '../objects';

/** A container with the path at which it stands. */
interface Placed {
  readonly container: Container;
  readonly field: string;
}

type Port = NonNullable<Container['ports']>[number];

/** Warnings of containers: amounts in parts of bytes, names and ports that occur twice (`pkg/api/pod/warnings.go` upstream). */
export function containerWarnings(spec: PodSpec, field: string): string[] {
  const all = placedContainers(spec, field);
  return [
    ...all.flatMap(({ container, field: own }) => [
      ...amountWarnings(container.resources?.limits, `${own}.resources.limits`),
      ...amountWarnings(container.resources?.requests, `${own}.resources.requests`),
      ...variableWarnings(container, own),
    ]),
    ...portWarnings(all),
  ];
}

/** Returns the warnings of amounts of bytes that are not whole numbers. */
export function amountWarnings(amounts: Readonly<Record<string, unknown>> | undefined, field: string): string[] {
  return ['memory', 'ephemeral-storage'].flatMap((name) => {
    const text = amounts?.[name];
    if (typeof text !== 'string' || quantityMilliValue(text) % 1000n === 0n) return [];
    const value = JSON.stringify(canonicalQuantity(text));
    return [`${field}[${name}]: fractional byte value ${value} is invalid, must be an integer`];
  });
}

function placedContainers(spec: PodSpec, field: string): Placed[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    ((spec[list] ?? []) as readonly Container[]).map((container, i) => ({
      container,
      field: `${field}.${list}[${i}]`,
    })),
  );
}

/** A variable that is set once more, unless the new value holds the former one. */
function variableWarnings({ env = [] }: Container, field: string): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = '', valueFrom }, i) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const former = `$(${name})`;
    if (!valueFrom && value !== former && value.includes(former)) return [];
    const text = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
    return [`${field}.env[${i}]: ${text}`];
  });
}

function portWarnings(all: readonly Placed[]): string[] {
  const earlier: { readonly port: Port; readonly field: string }[] = [];
  const warnings: string[] = [];
  for (const { container, field } of all) {
    (container.ports ?? []).forEach((port, i) => {
      const own = `${field}.ports[${i}]`;
      for (const other of earlier) {
        const text = overlap(port, other.port);
        if (text !== undefined) warnings.push(`${own}: ${text} port definition with ${other.field}`);
      }
      earlier.push({ port, field: own });
    });
  }
  return warnings;
}

/** Returns how two ports are alike; undefined where both can be. */
function overlap(port: Port, other: Port): string | undefined {
  const isSame = port.containerPort === other.containerPort && (port.protocol ?? 'TCP') === (other.protocol ?? 'TCP');
  if (!isSame) return undefined;
  const [ip = '', otherIp = ''] = [port.hostIP, other.hostIP];
  const [host = 0, otherHost = 0] = [port.hostPort, other.hostPort];
  if (ip === otherIp && host === otherHost) return 'duplicate';
  if (host === 0 || otherHost === 0) return 'overlapping';
  return host === otherHost && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}
