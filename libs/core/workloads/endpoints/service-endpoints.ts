import { isTerminalPhase, type KubeObject, type Pod } from '@orrery/api-types';
import { isReady } from '../pods/pod-state';

const HEADLESS = 'service.kubernetes.io/headless';

/** A port of a Service. */
interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly targetPort?: number | string;
  readonly appProtocol?: string;
}

/** The part of a Service that selects its endpoints. */
export interface EndpointService {
  readonly metadata: KubeObject['metadata'];
  readonly spec?: {
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly ServicePort[];
    readonly publishNotReadyAddresses?: boolean;
    readonly clusterIP?: string;
  };
}

/** A pod behind a service. */
export interface Endpoint {
  readonly ip: string;
  readonly nodeName: string | undefined;
  readonly hostname: string | undefined;
  readonly isReady: boolean;
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  readonly pod: Pod['metadata'];
}

/** Ports as pods have them: by name where the pods' containers call them differently. */
export interface EndpointPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol?: string;
}

/** Pods of one set of ports; a name can mean another number in every pod. */
export interface EndpointGroup {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/**
 * Returns the endpoints of a service by their ports, in order of address (spec api B8): pods that have an address and
 * have not ended for good. Each has its readiness, and a mark if it keeps serving while it terminates.
 */
export function endpointGroups(service: EndpointService, pods: readonly Pod[]): readonly EndpointGroup[] {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  const groups = new Map<string, { ports: readonly EndpointPort[]; endpoints: Endpoint[] }>();
  for (const pod of pods) {
    const endpoint = endpointOf(service, pod, publishesAll);
    if (!endpoint) continue;
    const ports = portsOf(service, pod);
    const key = JSON.stringify(ports);
    const group = groups.get(key);
    if (group) group.endpoints.push(endpoint);
    else groups.set(key, { ports, endpoints: [endpoint] });
  }
  for (const { endpoints } of groups.values()) endpoints.sort((a, b) => compareTexts(a.ip, b.ip));
  return [...groups.entries()].sort(([a], [b]) => compareTexts(a, b)).map(([, group]) => group);
}

/** The labels that Endpoints and EndpointSlices have from their service; proxies pass over headless ones by them. */
export function inheritedLabels({ metadata, spec }: EndpointService): Readonly<Record<string, string>> {
  const { [HEADLESS]: _reserved, ...labels } = metadata.labels ?? {};
  return spec?.clusterIP === 'None' ? { ...labels, [HEADLESS]: '' } : labels;
}

function endpointOf(service: EndpointService, pod: Pod, publishesAll: boolean): Endpoint | undefined {
  const ip = pod.status?.podIP;
  if (!ip || isTerminalPhase(pod.status?.phase)) return undefined;
  const isTerminating = pod.metadata.deletionTimestamp !== undefined;
  const serves = publishesAll || isReady(pod);
  const { hostname, subdomain, nodeName } = pod.spec;
  return {
    ip,
    nodeName,
    hostname: hostname && subdomain === service.metadata.name ? hostname : undefined,
    isReady: publishesAll || (serves && !isTerminating),
    isServing: serves,
    isTerminating,
    pod: pod.metadata,
  };
}

function portsOf(service: EndpointService, pod: Pod): readonly EndpointPort[] {
  return (service.spec?.ports ?? []).flatMap((port): EndpointPort[] => {
    const { name = '', protocol = 'TCP', targetPort = port.port, appProtocol } = port;
    const number =
      typeof targetPort === 'number' && targetPort > 0 ? targetPort : numberOf(pod, String(targetPort), protocol);
    if (number === undefined) return [];
    return [{ name, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

/** A port that is called by its name is the one that a container of the pod gives that name. */
function numberOf(pod: Pod, name: string, protocol: string): number | undefined {
  for (const { ports = [] } of pod.spec.containers) {
    const found = ports.find((port) => port.name === name && (port.protocol ?? 'TCP') === protocol);
    if (found) return found.containerPort;
  }
  return undefined;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
