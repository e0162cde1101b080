export type { ImportedObject } from './imported-object';
export { isMadeByCluster } from './own-objects';
export { LeftOutReason } from './left-out';
export { planImport, type ImportNote, type ImportOptions, type ImportPlan, type ImportTarget } from './plan-import';
