export { nodeLifecycleKind } from './node-lifecycle.component';
export { NodeLifecycleModule } from './node-lifecycle.module';
