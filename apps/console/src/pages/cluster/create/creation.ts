/** Kinds of objects that are created on the board. */
export const Creation = { Pods: 'Pods', Application: 'Application', Nodes: 'Nodes' } as const;
export type Creation = (typeof Creation)[keyof typeof Creation];
