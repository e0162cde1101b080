export { makePod, PodBuilder } from './builders/make-pod';
export { makeNode, NodeBuilder } from './builders/make-node';
export { makeScene, reasonsByNode, scoresByNode, type Scene, type SceneSetting } from './builders/scheduling-scene';
