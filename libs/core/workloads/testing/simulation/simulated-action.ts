/** A write that a step asks for; the step ends with one that answers false. */
export type Action = () => boolean | void;
