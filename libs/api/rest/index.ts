export { refusePath, registerKubernetesApi } from './kubernetes-api';
export { definitionName, definitions } from './openapi/definitions';
export { wireMessage } from './protobuf/wire-structs';
