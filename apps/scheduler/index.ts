export { schedulerKind } from './scheduler.component';
