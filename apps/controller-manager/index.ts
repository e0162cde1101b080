export { controllerManagerKind } from './controller-manager.component';
export { ControllerManagerModule } from './controller-manager.module';
