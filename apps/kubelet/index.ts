export { kubeletKind } from './kubelet.component';
