import { isIP } from 'node:net';
import type { Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { NetworkService } from './network-service';
import { podAt } from './places';

/** An endpoint that is ready. */
export interface Endpoint {
  readonly ip: string;
  readonly port: number;
  readonly podName?: string | undefined;
  readonly hostname?: string | undefined;
  /** The port's name. */
  readonly portName: string;
  readonly protocol: string;
}

interface EndpointsObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly {
      readonly ip: string;
      readonly hostname?: string;
      readonly targetRef?: { readonly name?: string };
    }[];
    readonly ports?: readonly { readonly name?: string; readonly port: number; readonly protocol?: string }[];
  }[];
}

interface SliceObject {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly endpoints?: readonly {
    readonly addresses?: readonly string[];
    readonly conditions?: { readonly ready?: boolean };
    readonly hostname?: string;
    readonly targetRef?: { readonly name?: string };
  }[];
  readonly ports?: readonly { readonly name?: string; readonly port?: number; readonly protocol?: string }[];
}

const SERVICE_LABEL = 'kubernetes.io/service-name';

/** All ready endpoints of a service: those of its Endpoints, or where it has none those of slices that others made for it. */
export function endpointsOf({ cache }: Pick<ClusterRuntime, 'cache'>, { metadata }: NetworkService): Endpoint[] {
  const { name, namespace = '' } = metadata;
  const endpoints = cache.get({ resource: 'endpoints', namespace, name }) as EndpointsObject | undefined;
  const own = (endpoints?.subsets ?? []).flatMap(({ addresses = [], ports = [] }) =>
    addresses.flatMap(({ ip, hostname, targetRef }) =>
      ports.map(({ name: portName = '', port, protocol = 'TCP' }) => ({
        ...{ ip, port, portName, protocol, hostname },
        podName: targetRef?.name,
      })),
    ),
  );
  if (endpoints) return own;
  // Served objects of that resource have this form.
  const slices = cache.list('endpointslices', namespace) as unknown as readonly SliceObject[];
  return unique(slices.filter((slice) => slice.metadata.labels?.[SERVICE_LABEL] === name).flatMap(ofSlice));
}

function ofSlice({ endpoints, ports }: SliceObject): Endpoint[] {
  return (endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses = [], hostname, targetRef }) =>
      addresses.flatMap((ip) =>
        (ports ?? []).flatMap(({ name: portName, port, protocol }) =>
          port === undefined
            ? []
            : [{ ip, port, portName: portName ?? '', protocol: protocol ?? 'TCP', hostname, podName: targetRef?.name }],
        ),
      ),
    );
}

/** An endpoint may be in more than one slice. */
function unique(endpoints: readonly Endpoint[]): Endpoint[] {
  return [
    ...new Map(endpoints.map((each) => [`${each.ip} ${each.port} ${each.portName} ${each.protocol}`, each])).values(),
  ];
}

/** A port of a service that a client asks for. */
export interface AskedService {
  readonly service: NetworkService;
  readonly port: number;
  readonly isNodePort: boolean;
  readonly protocol: 'TCP' | 'UDP';
  readonly clientIP: string;
}

/** Endpoint that each client of a service with session affinity was sent to (`ClientIP`, as kube-proxy keeps it). */
export class ClientAffinity {
  private readonly chosen = new Map<string, { readonly endpoint: string; readonly atMs: number }>();

  /** One of the endpoints: the one of before, as long as it is there and the client was not away for too long. */
  choose(asked: AskedService, endpoints: readonly Endpoint[], nowMs: number): Endpoint | undefined {
    const { spec, metadata } = asked.service;
    const any = endpoints[Math.floor(Math.random() * endpoints.length)];
    if (spec?.sessionAffinity !== 'ClientIP' || !any) return any;
    const key = `${metadata.uid}/${asked.protocol}/${any.portName}/${asked.clientIP}`;
    const before = this.chosen.get(key);
    const limitMs = 1000 * (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800);
    const isValid = before !== undefined && nowMs - before.atMs <= limitMs;
    const endpoint = (isValid ? endpoints.find(({ ip }) => ip === before.endpoint) : undefined) ?? any;
    this.chosen.delete(key);
    this.chosen.set(key, { endpoint: endpoint.ip, atMs: nowMs });
    for (const oldest of this.chosen.keys()) {
      if (this.chosen.size <= MAX_CLIENTS) break;
      this.chosen.delete(oldest);
    }
    return endpoint;
  }
}

/** Clients that are remembered; the one that was away longest is forgotten first. */
const MAX_CLIENTS = 10_000;

/** The pod that a request for a service comes to, and its port there; undefined where nothing is behind the port. */
export function behindService(
  runtime: ClusterRuntime,
  affinity: ClientAffinity,
  asked: AskedService,
): { readonly pod: Pod; readonly port: number } | undefined {
  const { service, port, protocol } = asked;
  const found = (service.spec?.ports ?? []).find(
    (each) => (asked.isNodePort ? each.nodePort : each.port) === port && (each.protocol ?? 'TCP') === protocol,
  );
  if (!found) return undefined;
  const { name: portName = '' } = found;
  const family = isIP(asked.clientIP);
  const all = endpointsOf(runtime, service).filter((each) => each.portName === portName && each.protocol === protocol);
  const own = all.filter(({ ip }) => isIP(ip) === family);
  const endpoint = affinity.choose(asked, own.length > 0 ? own : all, runtime.clock.now());
  if (!endpoint) return undefined;
  const { namespace = '' } = service.metadata;
  const named =
    endpoint.podName === undefined
      ? undefined
      : (runtime.cache.get({ resource: 'pods', namespace, name: endpoint.podName }) as Pod | undefined);
  const pod = named ?? podAt(runtime, endpoint.ip);
  return pod && { pod, port: endpoint.port };
}
