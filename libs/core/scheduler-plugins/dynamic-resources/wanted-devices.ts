import {
  AllocationMode,
  MAX_ALLOCATION_RESULTS,
  type DeviceClass,
  type DeviceRequest,
  type ExactDeviceRequest,
  type ResourceClaim,
} from '@orrery/api-types';

/** Alternative of a request: the request itself, or one of its subrequests. */
export interface Wanted {
  /** `request`, or `request/subrequest`. */
  readonly name: string;
  /** The name of the request or subrequest alone, for messages. */
  readonly ownName: string;
  readonly className: string;
  readonly class: DeviceClass;
  /** The number of devices; undefined: all that there are. */
  readonly count: number | undefined;
  readonly isAdmin: boolean;
  /** Expressions of the class, then those of the request, with their origin. */
  readonly selectors: readonly { readonly of: string; readonly expression: string }[];
}

/** A claim with what its requests want: a list of alternatives for each. */
export interface WantedClaim {
  readonly claim: ResourceClaim;
  readonly key: string;
  readonly requests: readonly (readonly Wanted[])[];
}

/** Error in a claim or a class: the attempt ends, regardless of the nodes. */
export class AllocationError extends Error {}

/** Returns the wanted devices of a claim; a text if it names a class that does not exist. */
export function wantedOf(
  claim: ResourceClaim,
  classOf: (name: string) => DeviceClass | undefined,
): WantedClaim | string {
  const { namespace = '', name } = claim.metadata;
  const key = `${namespace}/${name}`;
  const requests: Wanted[][] = [];
  for (const request of claim.spec.devices?.requests ?? []) {
    const alternatives: Wanted[] = [];
    for (const [wantedName, ownName, wanted] of waysOf(request)) {
      const deviceClass = classOf(wanted.deviceClassName);
      if (!deviceClass) return `request ${wantedName}: device class ${wanted.deviceClassName} does not exist`;
      alternatives.push(wantedBy(wanted, { name: wantedName, ownName, key, deviceClass }));
    }
    requests.push(alternatives);
  }
  return { claim, key, requests };
}

function waysOf({ name, exactly, firstAvailable = [] }: DeviceRequest): [string, string, ExactDeviceRequest][] {
  if (exactly) return [[name, name, exactly]];
  return firstAvailable.map((request) => [`${name}/${request.name}`, request.name, request]);
}

interface Naming {
  readonly name: string;
  readonly ownName: string;
  /** `namespace/name` of the claim. */
  readonly key: string;
  readonly deviceClass: DeviceClass;
}

function wantedBy(request: ExactDeviceRequest, { name, ownName, key, deviceClass }: Naming): Wanted {
  const { selectors = [], allocationMode, count = 1, adminAccess = false } = request;
  const owned = (of: string, list: typeof selectors): { of: string; expression: string }[] =>
    list.map(({ cel }, i) => ({ of: `${of}: selector #${i}`, expression: cel?.expression ?? '' }));
  const { name: className } = deviceClass.metadata;
  return {
    name,
    ownName,
    className,
    class: deviceClass,
    count: allocationMode === AllocationMode.All ? undefined : count,
    isAdmin: adminAccess,
    selectors: [...owned(`class ${className}`, deviceClass.spec.selectors ?? []), ...owned(`claim ${key}`, selectors)],
  };
}

/** Throws for a claim that wants more devices than any claim can have; `allOf` counts those of requests for all. */
export function checkSize({ key, requests }: WantedClaim, allOf: (wanted: Wanted) => number): void {
  let least = 0;
  for (const alternatives of requests) least += Math.min(...alternatives.map((one) => one.count ?? allOf(one)));
  if (least <= MAX_ALLOCATION_RESULTS) return;
  const text = `number of requested devices ${least} exceeds the claim limit of ${MAX_ALLOCATION_RESULTS}`;
  throw new AllocationError(`claim ${key}: ${text}`);
}
