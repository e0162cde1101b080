import type { ClusterOptions } from '@orrery/sdk';
import { parse } from 'yaml';
import { CliError, ExitCode } from '../command';

/** Default cluster of a scenario. */
const DEFAULTS: ClusterOptions = { nodes: 3, zones: 3, seed: 'scenario', clock: 'manual' };

/** Returns the cluster that a scenario requests in `spec.cluster`; the server checks the values. Throws {@link CliError}. */
export function clusterOfScenario(yaml: string, file: string): ClusterOptions {
  let document: unknown;
  try {
    document = parse(yaml);
  } catch (error) {
    throw new CliError(`${file}: ${(error as Error).message}`, ExitCode.Refused);
  }
  const { cluster } = ((document as { spec?: unknown } | null)?.spec ?? {}) as { cluster?: ClusterOptions };
  return { ...DEFAULTS, ...cluster, clock: 'manual' };
}
