import { input, named, text, type InputOf } from '../input/inputs';
import { changed } from '../input/results';
import { WRITTEN } from '../objects/write-inputs';

/** Effects of taints, as the API has them. */
type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

export const taintEffect = (about: string): ReturnType<typeof named<TaintEffect>> => named('TaintEffect', about);

/** The node of an action. */
export const NODE_NAME = { name: text('Name of the node.') };

/** The input of an action on one node that needs no more than its name. */
export const namedNode = (about: string): typeof NAMED_NODE => ({ ...NAMED_NODE, about });
const NAMED_NODE = input('The node.', { required: NODE_NAME, optional: WRITTEN });
export type NodeNameInput = InputOf<typeof NAMED_NODE>;

/** The result of an action on one node. */
export const CHANGED_NODE = changed('Node');
