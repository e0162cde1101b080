import {
  endpointGroups,
  inheritedLabels,
  type Endpoint,
  type EndpointGroup,
  type EndpointPort,
  type EndpointService,
} from './service-endpoints';
import type { Pod } from '@orrery/api-types';

/** Addresses of one Endpoints object at most; those beyond are reported by an annotation. */
const MAX_ADDRESSES = 1000;
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';

interface TargetReference {
  readonly kind: 'Pod';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

interface Address {
  readonly ip: string;
  readonly nodeName?: string;
  readonly hostname?: string;
  readonly targetRef: TargetReference;
}

/** A set of addresses that share their ports. */
interface Subset {
  readonly addresses?: readonly Address[];
  readonly notReadyAddresses?: readonly Address[];
  readonly ports?: readonly object[];
}

/** Desired Endpoints of a service, besides its name. */
export interface EndpointsBody {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly subsets: readonly Subset[];
}

/** The Endpoints of a service: pods that end are in it no more (spec api B8). */
export function endpointsOf(service: EndpointService, pods: readonly Pod[]): EndpointsBody {
  const groups = endpointGroups(service, pods);
  const all = groups.map(subsetOf).filter(({ addresses, notReadyAddresses }) => addresses || notReadyAddresses);
  const { subsets, isCut } = cut(all);
  return {
    labels: inheritedLabels(service),
    annotations: isCut ? { [OVER_CAPACITY]: 'truncated' } : {},
    subsets,
  };
}

function subsetOf({ ports, endpoints }: EndpointGroup): Subset {
  const staying = endpoints.filter(({ isTerminating, isReady }) => !isTerminating || isReady);
  const addresses = staying.filter(({ isReady }) => isReady).map(addressOf);
  const notReadyAddresses = staying.filter(({ isReady }) => !isReady).map(addressOf);
  return {
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(notReadyAddresses.length > 0 ? { notReadyAddresses } : {}),
    ...(ports.length > 0 ? { ports: ports.map(portOf) } : {}),
  };
}

function cut(all: readonly Subset[]): { subsets: readonly Subset[]; isCut: boolean } {
  let left = MAX_ADDRESSES;
  let isCut = false;
  const take = (list: readonly Address[] | undefined): readonly Address[] | undefined => {
    const taken = list?.slice(0, left);
    if (list && taken!.length < list.length) isCut = true;
    left -= taken?.length ?? 0;
    return taken && taken.length > 0 ? taken : undefined;
  };
  const subsets = all.map(({ ports, ...subset }) => {
    const addresses = take(subset.addresses);
    const notReadyAddresses = take(subset.notReadyAddresses);
    return {
      ...(addresses ? { addresses } : {}),
      ...(notReadyAddresses ? { notReadyAddresses } : {}),
      ...(ports ? { ports } : {}),
    };
  });
  return { subsets, isCut };
}

function addressOf(endpoint: Endpoint): Address {
  const { ip, nodeName, hostname } = endpoint;
  return {
    ip,
    ...(nodeName ? { nodeName } : {}),
    ...(hostname ? { hostname } : {}),
    targetRef: targetOf(endpoint),
  };
}

/** The pod behind an endpoint. */
export function targetOf({ pod }: Endpoint): TargetReference {
  return { kind: 'Pod', namespace: pod.namespace ?? '', name: pod.name, uid: pod.uid };
}

function portOf({ name, ...port }: EndpointPort): object {
  return name === '' ? port : { name, ...port };
}
