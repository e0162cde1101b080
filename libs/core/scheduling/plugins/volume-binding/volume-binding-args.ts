import { PluginArgsError } from '../../framework/plugin-args-error';
import type { ShapePoint } from '../node-resources-fit/fit-args';

/** Arguments as configuration writes them. */
export interface VolumeBindingArgs {
  /** How long a placed pod waits for its volumes; 600 if absent. */
  readonly bindTimeoutSeconds?: number;
  /** How utilisation becomes a score, 0..10; without it nodes are not scored. */
  readonly shape?: readonly ShapePoint[];
}

/** Arguments that hold. */
export interface VolumeBindingSettings {
  readonly bindTimeoutMs: number;
  readonly shape: readonly ShapePoint[] | undefined;
}

const DEFAULT_BIND_TIMEOUT_SECONDS = 600;

/** Reads the arguments. Throws PluginArgsError for those that cannot hold. */
export function readVolumeBindingArgs(args: unknown): VolumeBindingSettings {
  const { bindTimeoutSeconds = DEFAULT_BIND_TIMEOUT_SECONDS, shape } = (args ?? {}) as VolumeBindingArgs;
  const errors: string[] = [];
  if (!Number.isInteger(bindTimeoutSeconds) || bindTimeoutSeconds < 0) {
    errors.push(
      `bindTimeoutSeconds: Invalid value: ${bindTimeoutSeconds}: invalid BindTimeoutSeconds, should not be a negative value`,
    );
  }
  if (shape) errors.push(...shapeErrors(shape));
  if (errors.length > 0) throw new PluginArgsError(errors);
  return { bindTimeoutMs: bindTimeoutSeconds * 1000, shape: shape && [...shape] };
}

function shapeErrors(shape: readonly ShapePoint[]): string[] {
  if (shape.length === 0) return ['shape: Required value: at least one point must be specified'];
  const errors: string[] = [];
  shape.forEach(({ utilization, score }, i) => {
    const value = JSON.stringify(utilization);
    if (utilization < 0 || utilization > 100) {
      errors.push(`shape[${i}].utilization: Invalid value: ${value}: not in valid range [0-100]`);
    }
    if (i > 0 && utilization <= shape[i - 1]!.utilization) {
      errors.push(
        `shape[${i}].utilization: Invalid value: ${value}: utilization values must be sorted in increasing order`,
      );
    }
    if (score < 0 || score > 10) {
      errors.push(`shape[${i}].score: Invalid value: ${JSON.stringify(score)}: not in valid range [0-10]`);
    }
  });
  return errors;
}
