import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { controllerManagerKind } from './controller-manager.component';

const component = componentProvider('controller-manager', ({ reconcile }) => controllerManagerKind(reconcile));

/** The component that runs the controllers. */
@Module({ providers: [component], exports: [component] })
export class ControllerManagerModule {
  static readonly component = component;
}
