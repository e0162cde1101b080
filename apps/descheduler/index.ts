export { deschedulerKind } from './descheduler.component';
export { DeschedulerModule } from './descheduler.module';
