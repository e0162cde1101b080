export { kubeletKind } from './kubelet.component';
export { KubeletModule } from './kubelet.module';
