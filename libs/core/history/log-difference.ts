/** A change of a log, as far as two logs are compared. */
export interface ComparedChange {
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** 0 created, 1 updated, 2 deleted. */
  readonly operation: number;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** JSON text. */
  readonly body: string;
}

/** The first place in which two logs are not the same; one that has ended there has nothing. */
export interface LogDifference {
  readonly revision: number;
  readonly recorded: ComparedChange | undefined;
  readonly repeated: ComparedChange | undefined;
}

const PARTS = ['revision', 'atMs', 'operation', 'resource', 'namespace', 'name', 'body'] as const;

/** Compares two logs change by change, bodies byte for byte. Undefined if they are the same. */
export async function firstDifference(
  recorded: AsyncIterable<ComparedChange>,
  repeated: AsyncIterable<ComparedChange>,
): Promise<LogDifference | undefined> {
  const expected = recorded[Symbol.asyncIterator]();
  for await (const found of repeated) {
    const { value: change, done } = (await expected.next()) as IteratorResult<ComparedChange, undefined>;
    if (done) return { revision: found.revision, recorded: undefined, repeated: found };
    if (PARTS.some((part) => change[part] !== found[part])) {
      return { revision: Math.min(change.revision, found.revision), recorded: change, repeated: found };
    }
  }
  const { value: left } = (await expected.next()) as IteratorResult<ComparedChange, undefined>;
  return left && { revision: left.revision, recorded: left, repeated: undefined };
}
