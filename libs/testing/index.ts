export { makePod, PodBuilder } from './builders/make-pod';
export { makeNode, NodeBuilder } from './builders/make-node';
