export { nodeLifecycleKind } from './node-lifecycle.component';
