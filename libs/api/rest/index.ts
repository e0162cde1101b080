export { refusePath, registerKubernetesApi } from './kubernetes-api';
export { wireMessage } from './protobuf/wire-structs';
