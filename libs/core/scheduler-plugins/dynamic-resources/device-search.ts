import { MAX_ALLOCATION_RESULTS } from '@orrery/api-types';
import { AttributeConstraint } from './attribute-constraint';
import type { Candidate, DevicePool } from './device-pools';
import type { SelectedDevices } from './selected-devices';
import { AllocationError, checkSize, type Wanted, type WantedClaim } from './wanted-devices';

/** A device found for a way to fulfil a request. */
export interface Found {
  readonly wanted: Wanted;
  readonly candidate: Candidate;
}

/** Remaining budget of a search; searches of one pod share it. Upstream's limit is 10 s a node. */
export class SearchBudget {
  constructor(private left: number) {}

  /** Throws {@link SearchExhausted} when all is spent. */
  spend(): void {
    if (this.left-- <= 0) throw new SearchExhausted();
  }
}

/** A search took too many steps. */
export class SearchExhausted extends Error {}

export interface SearchInput {
  readonly claims: readonly WantedClaim[];
  readonly pools: readonly DevicePool[];
  readonly selected: SelectedDevices;
  readonly isTaken: (deviceId: string) => boolean;
  readonly budget: SearchBudget;
}

/**
 * Finds devices of one node for claims: the first solution of a search that takes one candidate after the other and
 * backtracks where it cannot continue (`allocator_stable.go` of `dynamic-resource-allocation`). Devices of one request
 * are taken in their order, so that the same ones are not tried again in another.
 */
export class DeviceSearch {
  private readonly found: Found[][];
  private readonly constraints: readonly (readonly AttributeConstraint[])[];
  private readonly takenHere = new Map<string, Set<number>>();
  private readonly selectable = new Map<Wanted, readonly Candidate[]>();

  constructor(private readonly input: SearchInput) {
    this.found = input.claims.map(() => []);
    this.constraints = input.claims.map(({ claim }) =>
      (claim.spec.devices?.constraints ?? []).map((constraint) => new AttributeConstraint(constraint)),
    );
  }

  /** The devices by claim; undefined if the node does not have them. Throws {@link AllocationError}. */
  run(): readonly (readonly Found[])[] | undefined {
    for (const claim of this.input.claims) {
      for (const wanted of claim.requests.flat()) if (wanted.count === undefined) this.checkPools(claim, wanted);
      checkSize(claim, (wanted) => this.candidatesFor(wanted).length);
    }
    return this.request(0, 0) ? this.found : undefined;
  }

  private request(claim: number, request: number): boolean {
    this.input.budget.spend();
    const wanted = this.input.claims[claim];
    if (!wanted) return true;
    const alternatives = wanted.requests[request];
    if (!alternatives) return this.request(claim + 1, 0);
    return alternatives.some((one) => this.devices({ claim, request, wanted: one, from: 0 }, this.needed(one)));
  }

  private needed(wanted: Wanted): number {
    return wanted.count ?? this.candidatesFor(wanted).length;
  }

  /** Searches for as many more devices of a request, among the candidates from the given one on. */
  private devices(place: Place, missing: number): boolean {
    this.input.budget.spend();
    const { claim, request, wanted } = place;
    if (missing === 0)
      return wanted.count === undefined && this.needed(wanted) === 0 ? false : this.request(claim, request + 1);
    if (this.found[claim]!.length + missing > MAX_ALLOCATION_RESULTS) return false;
    const candidates = this.candidatesFor(wanted);
    for (let i = place.from; i + missing <= candidates.length; i++) {
      const candidate = candidates[i]!;
      if (this.take(place, candidate)) {
        if (this.devices({ ...place, from: i + 1 }, missing - 1)) return true;
        this.giveBack(place, candidate);
      }
      // Of all devices, none may be missing.
      if (wanted.count === undefined) return false;
    }
    return false;
  }

  private take({ claim, wanted }: Place, candidate: Candidate): boolean {
    const { id } = candidate;
    const here = this.takenHere.get(id);
    if (wanted.isAdmin ? here?.has(claim) : this.input.isTaken(id) || (here?.size ?? 0) > 0) return false;
    const constraints = this.constraints[claim]!;
    for (const [i, constraint] of constraints.entries()) {
      if (constraint.add(wanted.name, candidate)) continue;
      for (const earlier of constraints.slice(0, i)) earlier.remove(wanted.name);
      if (wanted.count !== undefined) return false;
      const { key } = this.input.claims[claim]!;
      const why = 'because a claim constraint would not be satisfied';
      throw new AllocationError(`claim ${key}, request ${wanted.ownName}: cannot add device ${id} ${why}`);
    }
    if (here) here.add(claim);
    else this.takenHere.set(id, new Set([claim]));
    this.found[claim]!.push({ wanted, candidate });
    return true;
  }

  private giveBack({ claim, wanted }: Place, { id }: Candidate): void {
    for (const constraint of this.constraints[claim]!) constraint.remove(wanted.name);
    this.takenHere.get(id)?.delete(claim);
    this.found[claim]!.pop();
  }

  /** The devices that the selectors choose, in order. Those that are taken are left out where some are enough. */
  private candidatesFor(wanted: Wanted): readonly Candidate[] {
    const known = this.selectable.get(wanted);
    if (known) return known;
    const { pools, selected, isTaken } = this.input;
    const isOpen = ({ id }: Candidate): boolean => wanted.count === undefined || wanted.isAdmin || !isTaken(id);
    const candidates = pools.flatMap((pool) => {
      if (pool.problem !== undefined) throw new AllocationError(`pool ${pool.name} is invalid: ${pool.problem}`);
      return pool.candidates.filter((candidate) => isOpen(candidate) && selected.has(wanted, candidate));
    });
    this.selectable.set(wanted, candidates);
    return candidates;
  }

  private checkPools({ key }: WantedClaim, { ownName }: Wanted): void {
    for (const { id, isIncomplete, problem } of this.input.pools) {
      const state = isIncomplete ? 'being updated' : problem === undefined ? undefined : 'invalid';
      if (state === undefined) continue;
      const text = `asks for all devices, but resource pool ${id} is currently ${state}`;
      throw new AllocationError(`claim ${key}, request ${ownName}: ${text}`);
    }
  }
}

interface Place {
  readonly claim: number;
  readonly request: number;
  readonly wanted: Wanted;
  /** The candidate to begin with. */
  readonly from: number;
}
