import type { TestGraphqlCluster } from '../graphql-server';

/** A part of a scenario, or of an object. */
export type Entry = Record<string, unknown>;
interface Report {
  readonly steps: readonly { readonly seconds: number; readonly ok: boolean; readonly message: string }[];
}
export const at = (seconds: number): string => `${Math.round(seconds * 1000)}ms`;
export const expects = (seconds: number, ...expectations: Entry[]): Entry => ({
  at: at(seconds),
  expect: expectations,
});
export const applies = (seconds: number, ...objects: Entry[]): Entry => ({ at: at(seconds), apply: objects });
export const isLike = (kind: string, name: string, matches: Entry, more: Entry = {}): Entry => ({
  kind,
  name,
  matches,
  ...more,
});
export const statusOf = (name: string, status: Entry): Entry => isLike('Pod', name, { status });
export const gone = (kind: string, name: string): Entry => ({ kind, name, count: 0 });
export const eventOf = (reason: string, message: string, more: Entry = {}): Entry => ({
  kind: 'Event',
  matches: { reason, message, ...more },
});
export const podOf = (name: string, spec: Entry = {}, annotations: Record<string, string> = {}): Entry => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', annotations },
  spec: { nodeName: 'n', containers: [{ name: 'app', image: 'nginx' }], ...spec },
});

/** Runs the actions as a scenario; returns the steps that failed, with their messages. */
export async function run(cluster: TestGraphqlCluster, ...actions: Entry[]): Promise<string[]> {
  const yaml = JSON.stringify({ apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', spec: { actions } });
  const fields = 'report { steps { seconds ok message } } errors { message }';
  const { report } = await cluster.mutate<{ report: Report }>('runScenario', { yaml }, fields);
  return report.steps.filter(({ ok }) => !ok).map(({ seconds, message }) => `${seconds}: ${message}`);
}
