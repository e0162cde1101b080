/** Outcomes of an attempt to evict a pod. */
export const EvictionOutcome = {
  Evicted: 'evicted',
  /** Refused by the eviction subresource, or failed. */
  Refused: 'refused',
  TotalLimit: 'totalLimit',
  NodeLimit: 'nodeLimit',
  NamespaceLimit: 'namespaceLimit',
} as const;
export type EvictionOutcome = (typeof EvictionOutcome)[keyof typeof EvictionOutcome];

/** The texts of the real descheduler, which are also the `result` of its metric. */
export const LIMIT_TEXT = {
  [EvictionOutcome.TotalLimit]: 'maximum number of evicted pods per a descheduling cycle reached',
  [EvictionOutcome.NodeLimit]: 'maximum number of evicted pods per node reached',
  [EvictionOutcome.NamespaceLimit]: 'maximum number of evicted pods per namespace reached',
} as const;
