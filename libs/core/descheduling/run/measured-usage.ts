import type { Amounts } from '../cluster/pod-requests';

/** Measured usage of nodes and pods, for strategies that do not use requests. Absent sources are not configured. */
export interface MeasuredUsage {
  /** Usage by the metrics API: cpu in thousandths of a core, memory in bytes. */
  readonly metricsApi?: {
    /** The mean of the samples of a node; undefined if there is none. */
    readonly nodeUsage: (node: string) => Amounts | undefined;
    /** Returns the current usage of a pod; undefined if it is not measured. */
    readonly podUsage: (namespace: string, name: string) => Amounts | undefined;
  };
  /** Results of Prometheus queries. */
  readonly prometheus?: ReadonlyMap<string, QueryOutcome>;
}

/** Shares in [0, 1] by node name, or why there are none. */
export type QueryOutcome =
  { readonly ok: true; readonly shares: ReadonlyMap<string, number> } | { readonly ok: false; readonly error: string };

/** Answer of a Prometheus server to an instant query, as far as it is read. */
export interface QueryAnswer {
  readonly status?: string;
  readonly errorType?: string;
  readonly error?: string;
  readonly data?: { readonly resultType?: string; readonly result?: readonly QuerySample[] };
}

interface QuerySample {
  readonly metric?: Readonly<Record<string, string>>;
  readonly value?: readonly [number, string];
}

/** Reads an answer: a vector with a value in [0, 1] for each `instance` (v0.34 `usageclients.go`). */
export function readQueryAnswer({ status, errorType, error, data }: QueryAnswer): QueryOutcome {
  const fail = (reason: string): QueryOutcome => ({ ok: false, error: reason });
  if (status !== 'success') {
    return fail(`unable to capture prometheus metrics: ${errorType ?? 'bad_response'}: ${error ?? 'unknown response'}`);
  }
  if (data?.resultType !== 'vector') {
    return fail(`expected query results to be of type "vector", got ${JSON.stringify(data?.resultType ?? '')} instead`);
  }
  const shares = new Map<string, number>();
  for (const { metric = {}, value } of data.result ?? []) {
    if (!Object.hasOwn(metric, 'instance')) return fail("the collected metrics sample is missing 'instance' key");
    const instance = metric['instance']!;
    const share = Number(value?.[1]);
    if (!(share >= 0 && share <= 1)) {
      const name = JSON.stringify(instance);
      return fail(`the collected metrics sample for ${name} has value ${share} outside of <0; 1> interval`);
    }
    shares.set(instance, share);
  }
  return { ok: true, shares };
}
