/** Amounts by resource, as texts of quantities. */
export type QuotaList = Readonly<Record<string, string>>;

/** Requirement of a quota's scope selector. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

/** The part of a ResourceQuota that decides. */
export interface ResourceQuota {
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly hard?: QuotaList;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  readonly status?: { readonly hard?: QuotaList; readonly used?: QuotaList };
}
