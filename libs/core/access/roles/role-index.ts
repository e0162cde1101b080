import type { PolicyRule } from '../rules/policy-rule';
import { AggregatedRoles } from './aggregated-roles';
import { RoleResource, type BindingObject, type RoleObject, type RoleRef } from './role-objects';
import { subjectKey, subjectKeys, subjectText } from './subjects';

/** A rule that a subject has, and by which binding. */
export interface Grant {
  readonly rule: PolicyRule;
  /** `ClusterRoleBinding "admins" of ClusterRole "admin" to Group "ops"` */
  readonly source: string;
}

/** Grants of a subject in one scope. */
export interface Grants {
  readonly grants: readonly Grant[];
  /** Roles that bindings name and that are not there. */
  readonly errors: readonly string[];
}

const NOTHING: Grants = { grants: [], errors: [] };

/**
 * Index of the rules granted to subjects. Kept by deltas: a decision reads the bindings of its own subjects, whose
 * rules are computed on first use and dropped when one of their bindings or roles changes.
 */
export class RoleIndex {
  private readonly roles = new Map<string, RoleObject>();
  private readonly aggregated = new AggregatedRoles((name) => this.roles.get(roleKey('', name)));
  /** By scope (a namespace, or '' for the whole cluster), subject and name of the binding. */
  private readonly bindings = new Map<string, Map<string, Map<string, BindingObject>>>();
  private readonly bindingsOfRole = new Map<string, Set<BindingObject>>();
  private readonly known = new Map<string, Map<string, Grants>>();

  /** Takes in what an object became: `next` is undefined when it is gone, `previous` when it is new. */
  change(resource: string, previous: RoleObject | undefined, next: RoleObject | undefined): void {
    if (resource === RoleResource.Role || resource === RoleResource.ClusterRole) this.changeRole(previous, next);
    else {
      if (previous) this.removeBinding(previous as BindingObject);
      if (next) this.addBinding(next as BindingObject);
    }
  }

  /** Returns the grants of a subject in a namespace, or in the whole cluster for ''. */
  grantsOf(scope: string, subject: string): Grants {
    const bindings = this.bindings.get(scope)?.get(subject);
    if (!bindings) return NOTHING;
    const known = this.known.get(scope)?.get(subject);
    if (known) return known;
    const grants = this.gather(bindings.values(), subject);
    let ofScope = this.known.get(scope);
    if (!ofScope) this.known.set(scope, (ofScope = new Map()));
    ofScope.set(subject, grants);
    return grants;
  }

  /** Returns the rules of a role as a binding in `scope` would grant them; undefined if the role does not exist. */
  rulesOf({ kind, name }: RoleRef, scope: string): readonly PolicyRule[] | undefined {
    const isClusterRole = kind === 'ClusterRole';
    const role = this.roles.get(roleKey(isClusterRole ? '' : scope, name));
    if (!role || (!isClusterRole && scope === '')) return undefined;
    return isClusterRole ? this.aggregated.rulesOf(role) : (role.rules ?? []);
  }

  private changeRole(previous: RoleObject | undefined, next: RoleObject | undefined): void {
    const { name, namespace = '' } = (next ?? previous)!.metadata;
    const key = roleKey(namespace, name);
    if (next) this.roles.set(key, next);
    else this.roles.delete(key);
    this.forgetRole(key);
    if (namespace !== '') return;
    for (const affected of this.aggregated.change(previous, next, this.clusterRoles())) {
      this.forgetRole(roleKey('', affected));
    }
  }

  private *clusterRoles(): Iterable<RoleObject> {
    for (const role of this.roles.values()) if (!role.metadata.namespace) yield role;
  }

  private addBinding(binding: BindingObject): void {
    const { name, namespace = '' } = binding.metadata;
    let subjects = this.bindings.get(namespace);
    if (!subjects) this.bindings.set(namespace, (subjects = new Map()));
    for (const key of subjectKeys(binding)) {
      let bindings = subjects.get(key);
      if (!bindings) subjects.set(key, (bindings = new Map()));
      bindings.set(name, binding);
      this.known.get(namespace)?.delete(key);
    }
    const role = boundRole(binding);
    let ofRole = this.bindingsOfRole.get(role);
    if (!ofRole) this.bindingsOfRole.set(role, (ofRole = new Set()));
    ofRole.add(binding);
  }

  private removeBinding(binding: BindingObject): void {
    const { name, namespace = '' } = binding.metadata;
    const subjects = this.bindings.get(namespace);
    for (const key of subjectKeys(binding)) {
      const bindings = subjects?.get(key);
      bindings?.delete(name);
      if (bindings?.size === 0) subjects?.delete(key);
      this.known.get(namespace)?.delete(key);
    }
    if (subjects?.size === 0) {
      this.bindings.delete(namespace);
      this.known.delete(namespace);
    }
    const role = boundRole(binding);
    const ofRole = this.bindingsOfRole.get(role);
    for (const candidate of ofRole ?? []) if (isSame(candidate, binding)) ofRole!.delete(candidate);
    if (ofRole?.size === 0) this.bindingsOfRole.delete(role);
  }

  private forgetRole(key: string): void {
    for (const binding of this.bindingsOfRole.get(key) ?? []) {
      const known = this.known.get(binding.metadata.namespace ?? '');
      if (known) for (const subject of subjectKeys(binding)) known.delete(subject);
    }
  }

  private gather(bindings: Iterable<BindingObject>, subject: string): Grants {
    const grants: Grant[] = [];
    const errors: string[] = [];
    for (const binding of bindings) {
      const { metadata, roleRef, subjects } = binding;
      const scope = metadata.namespace ?? '';
      const rules = this.rulesOf(roleRef, scope);
      if (!rules) {
        errors.push(roleNotFound(roleRef));
        continue;
      }
      const named = (subjects ?? []).find((candidate) => subjectKey(candidate, scope) === subject)!;
      const own =
        scope === ''
          ? `ClusterRoleBinding ${quote(metadata.name)}`
          : `RoleBinding ${quote(`${metadata.name}/${scope}`)}`;
      const source = `${own} of ${roleRef.kind} ${quote(roleRef.name)} to ${subjectText(named)}`;
      for (const rule of rules) grants.push({ rule, source });
    }
    return { grants, errors };
  }
}

/** `clusterrole.rbac.authorization.k8s.io "x" not found` */
function roleNotFound({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.rbac.authorization.k8s.io ${quote(name)} not found`;
}

function boundRole({ roleRef, metadata }: BindingObject): string {
  return roleKey(roleRef.kind === 'ClusterRole' ? '' : (metadata.namespace ?? ''), roleRef.name);
}

function roleKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function isSame(a: BindingObject, b: BindingObject): boolean {
  return a.metadata.name === b.metadata.name && (a.metadata.namespace ?? '') === (b.metadata.namespace ?? '');
}

function quote(text: string): string {
  return JSON.stringify(text);
}
