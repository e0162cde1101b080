/** A write that a step requests; the step ends with one that returns false. */
export type Action = () => boolean | void;
