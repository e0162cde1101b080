export { AutoClockModule } from './auto-clock.module';
export { autoClockKind } from './auto-clock.component';
