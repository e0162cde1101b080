import type { Environment } from '@marcbachmann/cel-js';

/** Access that is checked: to a path of the server, or to a resource. */
export interface AccessCheck {
  readonly verb: string;
  /** Path of the server; absent for resources. */
  readonly path?: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Decision on an access of a user, with its reason. */
export interface AccessVerdict {
  readonly allowed: boolean;
  readonly reason: string;
}

/** The value of the variable `authorizer`: the rights of the user of a request. */
export class AuthorizerValue {
  /** The resource of the request. */
  readonly requestResource: ResourceCheck;

  constructor(
    readonly decide: (check: AccessCheck) => AccessVerdict,
    /** The same for an account. */
    readonly serviceAccount: (namespace: string, name: string) => AuthorizerValue,
    requested: Omit<AccessCheck, 'verb'>,
  ) {
    this.requestResource = new ResourceCheck(this, requested);
  }
}

class PathCheck {
  constructor(
    readonly authorizer: AuthorizerValue,
    readonly path: string,
  ) {}
}
class GroupCheck {
  constructor(
    readonly authorizer: AuthorizerValue,
    readonly group: string,
  ) {}
}
class ResourceCheck {
  constructor(
    readonly authorizer: AuthorizerValue,
    readonly asked: Omit<AccessCheck, 'verb'>,
  ) {}

  with(more: Partial<AccessCheck>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.asked, ...more });
  }
}
class DecisionValue {
  constructor(readonly verdict: AccessVerdict) {}
}

const NOTHING = { group: '', resource: '', subresource: '', namespace: '', name: '' };

/** Adds `authorizer` and its functions (`apiserver/pkg/cel/library/authz.go` upstream). */
export function addAuthorizerFunctions(environment: Environment): void {
  environment
    .registerType('Authorizer', { ctor: AuthorizerValue, fields: { requestResource: 'dyn' } })
    .registerType('PathCheck', { ctor: PathCheck, fields: {} })
    .registerType('GroupCheck', { ctor: GroupCheck, fields: {} })
    .registerType('ResourceCheck', { ctor: ResourceCheck, fields: {} })
    .registerType('Decision', { ctor: DecisionValue, fields: {} })
    .registerFunction('Authorizer.path(string): PathCheck', (authorizer: AuthorizerValue, path: string) => {
      if (path === '') throw new TypeError('path must not be empty');
      return new PathCheck(authorizer, path);
    })
    .registerFunction(
      'Authorizer.group(string): GroupCheck',
      (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
    )
    .registerFunction(
      'Authorizer.serviceAccount(string, string): Authorizer',
      (authorizer: AuthorizerValue, namespace: string, name: string) => authorizer.serviceAccount(namespace, name),
    )
    .registerFunction(
      'PathCheck.check(string): Decision',
      ({ authorizer, path }: PathCheck, verb: string) =>
        new DecisionValue(authorizer.decide({ ...NOTHING, path, verb })),
    )
    .registerFunction('GroupCheck.resource(string): ResourceCheck', (check: GroupCheck, resource: string) => {
      if (resource === '') throw new TypeError('resource must not be empty');
      return new ResourceCheck(check.authorizer, { ...NOTHING, group: check.group, resource });
    })
    .registerFunction('ResourceCheck.subresource(string): ResourceCheck', (check: ResourceCheck, subresource: string) =>
      check.with({ subresource }),
    )
    .registerFunction('ResourceCheck.namespace(string): ResourceCheck', (check: ResourceCheck, namespace: string) =>
      check.with({ namespace }),
    )
    .registerFunction('ResourceCheck.name(string): ResourceCheck', (check: ResourceCheck, name: string) =>
      check.with({ name }),
    )
    // Rules of RBAC know no selectors: what they allow they allow for all objects.
    .registerFunction('ResourceCheck.fieldSelector(string): ResourceCheck', (check: ResourceCheck) => check)
    .registerFunction('ResourceCheck.labelSelector(string): ResourceCheck', (check: ResourceCheck) => check)
    .registerFunction(
      'ResourceCheck.check(string): Decision',
      ({ authorizer, asked }: ResourceCheck, verb: string) => new DecisionValue(authorizer.decide({ ...asked, verb })),
    )
    .registerFunction('Decision.allowed(): bool', ({ verdict }: DecisionValue) => verdict.allowed)
    .registerFunction('Decision.reason(): string', ({ verdict }: DecisionValue) => verdict.reason)
    .registerFunction('Decision.errored(): bool', () => false)
    .registerFunction('Decision.error(): string', () => '');
}
