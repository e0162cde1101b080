export { controllerManagerKind } from './controller-manager.component';
