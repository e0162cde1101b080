export { refusePath, registerKubernetesApi } from './kubernetes-api';
export { pageNotFound } from './answers/respond';
export { wireMessage } from './protobuf/wire-structs';
