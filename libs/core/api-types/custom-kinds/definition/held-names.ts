import { isConditionTrue, type CustomResourceDefinition } from './custom-resource-definition';

/** Names that other definitions of the group hold. */
export interface TakenNames {
  hasResource(name: string): boolean;
  hasKind(name: string): boolean;
}

/**
 * Names that definitions hold, kept by deltas: thousands of definitions are named without a scan of all of them for each
 * (`requestedNames` of `pkg/controller/status/naming_controller.go` upstream scans all).
 */
export class HeldNames {
  /** The definitions that hold a name of a group. */
  private readonly holders = new Map<string, Set<string>>();
  /** Under which keys a definition stands. */
  private readonly keys = new Map<string, readonly string[]>();
  /** Definitions of a group that were refused a name. */
  private readonly refused = new Map<string, Set<string>>();

  /** Takes over what a definition holds now. */
  set(definition: CustomResourceDefinition): void {
    const { metadata, spec, status } = definition;
    this.delete(metadata.name);
    const { plural, singular, shortNames = [], kind, listKind } = status?.acceptedNames ?? {};
    const keys = [
      ...[plural, singular, ...shortNames].flatMap((name) => (name ? [resourceKey(spec.group, name)] : [])),
      ...[kind, listKind].flatMap((name) => (name ? [kindKey(spec.group, name)] : [])),
    ];
    for (const key of keys) add(this.holders, key, metadata.name);
    this.keys.set(metadata.name, [...new Set(keys)]);
    if (!isConditionTrue(definition, 'NamesAccepted')) add(this.refused, spec.group, metadata.name);
  }

  /** Forgets a definition. */
  delete(name: string): void {
    for (const key of this.keys.get(name) ?? []) remove(this.holders, key, name);
    this.keys.delete(name);
    // The name of a definition is its plural and its group.
    remove(this.refused, name.slice(name.indexOf('.') + 1), name);
  }

  /** Returns the names that other definitions of its group hold. */
  takenFrom({ metadata, spec }: CustomResourceDefinition): TakenNames {
    const isTaken = (key: string): boolean => {
      const holders = this.holders.get(key);
      return holders !== undefined && (holders.size > 1 || !holders.has(metadata.name));
    };
    return {
      hasResource: (name) => isTaken(resourceKey(spec.group, name)),
      hasKind: (name) => isTaken(kindKey(spec.group, name)),
    };
  }

  /** The definitions of a group that wait for a name to become free. */
  refusedIn(group: string): Iterable<string> {
    return this.refused.get(group) ?? [];
  }
}

function resourceKey(group: string, name: string): string {
  return `${group} resource ${name}`;
}

function kindKey(group: string, name: string): string {
  return `${group} kind ${name}`;
}

function add(index: Map<string, Set<string>>, key: string, name: string): void {
  const names = index.get(key);
  if (names) names.add(name);
  else index.set(key, new Set([name]));
}

function remove(index: Map<string, Set<string>>, key: string, name: string): void {
  const names = index.get(key);
  names?.delete(name);
  if (names?.size === 0) index.delete(key);
}
