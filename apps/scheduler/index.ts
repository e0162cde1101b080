export { schedulerKind } from './scheduler.component';
export { SchedulerModule } from './scheduler.module';
