export { deschedulerKind } from './descheduler.component';
