import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { kubeletKind } from './kubelet-kind';

const component = componentProvider('kubelet', ({ kubelet }) => kubeletKind(kubelet));

/** The component that runs the simulated kubelets. */
@Module({ providers: [component], exports: [component] })
export class KubeletModule {
  static readonly component = component;
}
