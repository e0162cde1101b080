export type { ImportedObject } from './imported-object';
export { listedObjects } from './listed-objects';
export { isMadeByCluster } from './own-objects';
export { importReport, type ImportReport, type KindCount } from './import-report';
export { LeftOutReason } from './left-out';
export { planImport, type ImportNote, type ImportOptions, type ImportPlan, type ImportTarget } from './plan-import';
export {
  isControllerLeftOut,
  isLeftOut,
  LEAVABLE,
  LEFT_OUT,
  type Leavable,
  type LeavableController,
} from './absent-components';
