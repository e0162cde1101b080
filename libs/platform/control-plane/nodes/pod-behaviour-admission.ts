import { invalid, type ApiError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { parseCurve } from '@orrery/node-pressure';
import { podBehaviorErrors, type CurveCheck } from '@orrery/pod-lifecycle';

/** Resource name of the kind that says how pods behave, as the change log has it. */
export const POD_BEHAVIOURS = 'podbehaviors.sim.orrery.dev';

/** Curves are judged as for a container with requests and limits; whether a pod has them is found when it runs. */
const checkCurve: CurveCheck = (text, resource) => {
  const bases = { request: 1, limit: 1 };
  const verdict = parseCurve(text, { originMs: 0, bases, isMilli: resource === 'cpu', key: [] });
  return verdict.ok ? undefined : verdict.error;
};

/** The refusal of a PodBehavior that says what cannot be; undefined for one that is right, and for every other kind. */
export function refusePodBehaviour(kind: KindInfo, { metadata, spec }: KubeObject): ApiError | undefined {
  if (kind.kind !== 'PodBehavior') return undefined;
  const errors = podBehaviorErrors(spec, checkCurve);
  return errors.length === 0 ? undefined : invalid(kind, metadata.name, errors);
}
