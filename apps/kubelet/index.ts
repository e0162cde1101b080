export { kubeletKind } from './kubelet-kind';
export { KubeletModule } from './kubelet.module';
