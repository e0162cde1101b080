import {
  sharedForShared,
  TaintEffect,
  TolerationOperator,
  WellKnownTaint,
  withFields,
  type PodSpec,
  type Toleration,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionPlugin } from '../admission';

/** Default time that pods stay on failing nodes. */
export interface DefaultTolerationSecondsSettings {
  readonly notReadySeconds: number;
  readonly unreachableSeconds: number;
}

/**
 * Adds NoExecute tolerations for not-ready and unreachable nodes, each unless some toleration has that key or none, and
 * the effect NoExecute or none; values, operators and seconds are not compared. Not-ready first, at the end.
 */
export function defaultTolerationSeconds(settings: DefaultTolerationSecondsSettings): AdmissionPlugin {
  const notReady = tolerationOf(WellKnownTaint.NotReady, settings.notReadySeconds);
  const unreachable = tolerationOf(WellKnownTaint.Unreachable, settings.unreachableSeconds);
  const withDefaults = sharedForShared((spec: PodSpec): PodSpec => {
    const { tolerations = [] } = spec;
    const added = [notReady, unreachable].filter(({ key }) => !covers(tolerations, key!));
    return added.length === 0 ? spec : withFields(spec, { tolerations: [...tolerations, ...added] });
  });
  return (request) => {
    const { object } = request;
    if (!isPodWrite(request) || !object.spec) return object;
    const spec = withDefaults(object.spec as PodSpec);
    return spec === object.spec ? object : { ...object, spec };
  };
}

function tolerationOf(key: string, tolerationSeconds: number): Toleration {
  return { key, operator: TolerationOperator.Exists, effect: TaintEffect.NoExecute, tolerationSeconds };
}

function covers(tolerations: readonly Toleration[], key: string): boolean {
  return tolerations.some(
    (toleration) =>
      (!toleration.key || toleration.key === key) &&
      (!toleration.effect || toleration.effect === TaintEffect.NoExecute),
  );
}
