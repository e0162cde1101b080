export { refusePath, registerKubernetesApi } from './kubernetes-api';
export { pageNotFound } from './answers/respond';
export { wireMessage } from './protobuf/wire-structs';
export { negotiate } from './answers/negotiation';
export { decodeAs, recordIn } from './bodies/decode-as';
export { targetOf, type Answer, type ComputedKind, type KindRequest, type RestProduct } from './kind-request';
export { readLog } from './logs/read-log';
