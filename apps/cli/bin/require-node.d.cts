/** Returns why this version of Node will not do, such as `18.20.4`; undefined if it does. */
export declare function nodeProblem(version: string): string | undefined;
