/** The authenticated user of a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Access to a resource. Empty texts: the core group, no subresource, cluster scope, no name. */
export interface ResourceAccess {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Requirements of the field selector of a list or watch. Only the node authorizer reads them. */
  readonly fieldSelector?: readonly FieldRequirement[];
}

/** Requirement of a field selector. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Access to a path that is not a resource, such as `/metrics`; the verb is a method in lower case. */
export interface PathAccess {
  readonly verb: string;
  readonly path: string;
}

export type Access = ResourceAccess | PathAccess;

/** The answer to a question about access. */
export interface Decision {
  readonly allowed: boolean;
  /** Binding that allows it, or the error of the check; may be empty. */
  readonly reason: string;
}

export function isPathAccess(access: Access): access is PathAccess {
  return 'path' in access;
}

/** The question with usual values for what it does not say. */
export function resourceAccess(
  access: Partial<ResourceAccess> & Pick<ResourceAccess, 'verb' | 'resource'>,
): ResourceAccess {
  return { group: '', subresource: '', namespace: '', name: '', ...access };
}
