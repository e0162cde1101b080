import { internal, invalid, invalidField, type ApiError, type KubeObject } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import type { AdmissionPlugin, AdmissionRequest } from '../admission';

/** `--service-node-port-range`, as the API server has it if nothing is set. */
const FIRST_PORT = 30000;
const LAST_PORT = 32767;
const PORTS = LAST_PORT - FIRST_PORT + 1;

interface Port {
  readonly name?: string;
  readonly port: number;
  readonly nodePort?: number;
}

interface ServiceSpec {
  readonly type?: string;
  readonly ports?: readonly Port[];
  readonly clusterIP?: string;
  readonly allocateLoadBalancerNodePorts?: boolean;
}

/**
 * Gives the ports of NodePort and LoadBalancer services ports of the nodes, the same for the same service as long as
 * they are free. Updates that leave them out keep them, and a service that becomes one without them gives them back. As
 * the allocators and `patchAllocatedValues` of the service registry upstream.
 */
export const nodePorts: AdmissionPlugin = (request) => {
  const { object, kind, operation, subresource, oldObject } = request;
  if (kind.kind !== 'Service' || operation === 'DELETE' || subresource !== undefined) return object;
  const spec = (object.spec ?? {}) as ServiceSpec;
  const old = (oldObject?.spec ?? {}) as ServiceSpec;
  const { ports } = spec;
  if (!ports || spec.clusterIP === 'None') return object;
  if (hasNodePorts(spec)) return allocate(request, hasNodePorts(old) ? keep(ports, old.ports ?? []) : ports);
  const isUnchanged = hasNodePorts(old) && sorted(ports) === sorted(old.ports ?? []);
  return isUnchanged ? withPorts(object, ports.map(withoutNodePort)) : object;
};

function hasNodePorts({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Returns whether ports that ask for no port of the nodes get one. */
function allocates({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === 'NodePort' || allocateLoadBalancerNodePorts !== false;
}

/** Fills what an update leaves out with what the port of that name had, unless another port requests it. */
function keep(ports: readonly Port[], before: readonly Port[]): readonly Port[] {
  const asked = numbersOf(ports);
  const known = new Map(before.map(({ name = '', nodePort }) => [name, nodePort]));
  return ports.map((port) => {
    const nodePort = port.nodePort || known.get(port.name ?? '');
    return port.nodePort || !nodePort || asked.has(nodePort) ? port : { ...port, nodePort };
  });
}

function allocate(request: AdmissionRequest, ports: readonly Port[]): KubeObject | ApiError {
  const { object, oldObject } = request;
  const isNew = oldObject === undefined;
  const asked = numbersOf(ports);
  const own = numbersOf((oldObject?.spec as ServiceSpec | undefined)?.ports ?? []);
  const taken = takenByOthers(request);
  // In a new service one number with several protocols, such as 53, is one number on the nodes as well.
  const shared = new Map<number, number>();
  const result: Port[] = [];
  for (const [index, port] of ports.entries()) {
    if (!port.nodePort && !allocates(object.spec as ServiceSpec)) {
      result.push(port);
      continue;
    }
    const partner = isNew ? (shared.get(port.port) ?? askedFor(port.port, ports)) : undefined;
    const isFree = (each: number): boolean => !taken.has(each) && !asked.has(each) && !own.has(each);
    const nodePort = port.nodePort || partner || freePort(object, port, isFree);
    if (nodePort === undefined) return internal('failed to allocate a nodePort: range is full');
    const isHeld = own.has(nodePort) || nodePort === shared.get(port.port);
    const problem = isHeld ? undefined : problemOf(nodePort, taken);
    if (problem !== undefined) return refusal(request, index, nodePort, problem);
    if (isNew) {
      taken.add(nodePort);
      if (!shared.has(port.port)) shared.set(port.port, nodePort);
    } else own.add(nodePort);
    result.push({ ...port, nodePort });
  }
  return withPorts(object, result);
}

function takenByOthers({ lookup, object }: AdmissionRequest): Set<number> {
  const taken = new Set<number>();
  for (const { metadata, spec } of lookup.services()) {
    if (metadata.name === object.metadata.name && metadata.namespace === object.metadata.namespace) continue;
    for (const { nodePort } of (spec as ServiceSpec | undefined)?.ports ?? []) if (nodePort) taken.add(nodePort);
  }
  return taken;
}

/** The port that the service's name and the port's number lead to, or the next free one. */
function freePort({ metadata }: KubeObject, port: Port, isFree: (nodePort: number) => boolean): number | undefined {
  const start = randomFor('node-port', metadata.namespace ?? '', metadata.name, port.port).below(PORTS);
  for (let i = 0; i < PORTS; i++) {
    const nodePort = FIRST_PORT + ((start + i) % PORTS);
    if (isFree(nodePort)) return nodePort;
  }
  return undefined;
}

function problemOf(nodePort: number, taken: ReadonlySet<number>): string | undefined {
  if (nodePort < FIRST_PORT || nodePort > LAST_PORT) {
    return `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`;
  }
  return taken.has(nodePort) ? 'provided port is already allocated' : undefined;
}

function refusal({ kind, object }: AdmissionRequest, index: number, nodePort: number, detail: string): ApiError {
  return invalid(kind, object.metadata.name, [invalidField(`spec.ports[${index}].nodePort`, nodePort, detail)]);
}

function askedFor(number: number, ports: readonly Port[]): number | undefined {
  return ports.find(({ port, nodePort }) => port === number && nodePort)?.nodePort;
}

function numbersOf(ports: readonly Port[]): Set<number> {
  return new Set(ports.flatMap(({ nodePort }) => nodePort || []));
}

function sorted(ports: readonly Port[]): string {
  return [...numbersOf(ports)].sort().join();
}

function withoutNodePort({ nodePort: _nodePort, ...port }: Port): Port {
  return port;
}

function withPorts(object: KubeObject, ports: readonly Port[]): KubeObject {
  return { ...object, spec: { ...(object.spec as object), ports } };
}
