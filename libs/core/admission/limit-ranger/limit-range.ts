/** Amounts by resource, as texts of quantities. */
export type ResourceList = Readonly<Record<string, string>>;

/** Bounds and defaults for one type of thing. */
export interface LimitRangeItem {
  readonly type: string;
  readonly max?: ResourceList;
  readonly min?: ResourceList;
  readonly default?: ResourceList;
  readonly defaultRequest?: ResourceList;
  readonly maxLimitRequestRatio?: ResourceList;
}

/** The part of a LimitRange that admission reads. */
export interface LimitRange {
  readonly spec?: { readonly limits?: readonly LimitRangeItem[] };
}
