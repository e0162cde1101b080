import {
  deepEqual,
  type AllocationResult,
  type DeviceAllocationConfiguration,
  type DeviceRequestAllocationResult,
  type NodeSelector,
  type NodeSelectorRequirement,
} from '@orrery/api-types';
import type { Found } from './device-search';
import type { Wanted, WantedClaim } from './wanted-devices';

/** Returns the allocation to write into a claim for the devices that were found for it. */
export function allocationOf({ claim, requests }: WantedClaim, found: readonly Found[]): AllocationResult {
  const results = found.map(({ wanted, candidate }): DeviceRequestAllocationResult => ({
    request: wanted.name,
    driver: candidate.driver,
    pool: candidate.pool,
    device: candidate.device.name,
    ...(wanted.isAdmin ? { adminAccess: true } : {}),
  }));
  const names = new Set(found.map(({ wanted }) => wanted.name));
  // A request for no device at all has its first way.
  const chosen = requests.map((ways) => ways.find(({ name }) => names.has(name)) ?? ways[0]!);
  const config = configurations(claim.spec.devices?.config ?? [], chosen);
  const nodeSelector = nodeSelectorOf(found);
  return {
    devices: { results, ...(config.length > 0 ? { config } : {}) },
    ...(nodeSelector ? { nodeSelector } : {}),
  };
}

/** Returns the configurations of classes, each once, then those of the claim; ones for all requests name none. */
function configurations(
  ofClaim: NonNullable<NonNullable<WantedClaim['claim']['spec']['devices']>['config']>,
  chosen: readonly Wanted[],
): DeviceAllocationConfiguration[] {
  const all: (DeviceAllocationConfiguration & { readonly requests: readonly string[] })[] = [];
  for (const { class: deviceClass, className } of new Map(chosen.map((one) => [one.className, one])).values()) {
    const requests = chosen.filter((one) => one.className === className).map(({ name }) => name);
    for (const { opaque } of deviceClass.spec.config ?? []) {
      all.push({ source: 'FromClass', requests, ...(opaque ? { opaque } : {}) });
    }
  }
  for (const { requests = [], opaque } of ofClaim) {
    const isForChosen = ({ name }: Wanted): boolean =>
      requests.includes(name) || requests.includes(name.split('/')[0]!);
    const times = requests.length === 0 ? 1 : chosen.filter(isForChosen).length;
    // Upstream writes it once for each request that it is for.
    for (let i = 0; i < times; i++) all.push({ source: 'FromClaim', requests, ...(opaque ? { opaque } : {}) });
  }
  return all.map(({ requests, ...config }) =>
    requests.length === 0 || requests.length === chosen.length ? config : { ...config, requests },
  );
}

/** Returns the nodes on which the allocation can be used: one node, nodes that all slices select, or all. */
function nodeSelectorOf(found: readonly Found[]): NodeSelector | undefined {
  const matchFields: NodeSelectorRequirement[] = [];
  const matchExpressions: NodeSelectorRequirement[] = [];
  for (const { candidate } of found) {
    const { nodeName, nodeSelector } = candidate.slice.spec;
    if (nodeName) {
      const name = { key: 'metadata.name', operator: 'In', values: [nodeName] };
      return { nodeSelectorTerms: [{ matchFields: [name] }] };
    }
    const term = nodeSelector?.nodeSelectorTerms[0];
    addNew(matchFields, term?.matchFields);
    addNew(matchExpressions, term?.matchExpressions);
  }
  if (matchFields.length + matchExpressions.length === 0) return undefined;
  const term = {
    ...(matchFields.length > 0 ? { matchFields } : {}),
    ...(matchExpressions.length > 0 ? { matchExpressions } : {}),
  };
  return { nodeSelectorTerms: [term] };
}

function addNew(all: NodeSelectorRequirement[], more: readonly NodeSelectorRequirement[] = []): void {
  for (const one of more) if (!all.some((other) => isSame(other, one))) all.push(one);
}

function isSame(a: NodeSelectorRequirement, b: NodeSelectorRequirement): boolean {
  const values = ({ values = [] }: NodeSelectorRequirement): string[] => [...new Set(values)].sort();
  return a.key === b.key && a.operator === b.operator && deepEqual(values(a), values(b));
}
