export { refusePath, registerKubernetesApi } from './kubernetes-api';
export { pageNotFound } from './respond';
export { wireMessage } from './protobuf/wire-structs';
