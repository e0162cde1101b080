import { invalid, type ApiError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { parseCurve, readKubeletConfiguration } from '@orrery/node-pressure';
import { nodeBehaviorErrors, podBehaviorErrors, type CurveCheck } from '@orrery/pod-lifecycle';

/** Resource name of the kind that says how pods behave, as the change log has it. */
export const POD_BEHAVIOURS = 'podbehaviors.sim.orrery.dev';
/** The same of nodes. */
export const NODE_BEHAVIOURS = 'nodebehaviors.sim.orrery.dev';

/** Curves are judged as for a container with requests and limits; whether a pod has them is found when it runs. */
const checkCurve: CurveCheck = (text, resource) => {
  const bases = { '': 1, request: 1, limit: 1 };
  const verdict = parseCurve(text, { originMs: 0, bases, isMilli: resource === 'cpu', key: [] });
  return verdict.ok ? undefined : verdict.error;
};

const configurationErrors = (configuration: unknown): readonly string[] => {
  const verdict = readKubeletConfiguration(configuration);
  return verdict.ok ? [] : verdict.errors;
};

/** The refusal of a behaviour that says what cannot be; undefined for one that is right, and for every other kind. */
export function refuseBehaviour(kind: KindInfo, { metadata, spec }: KubeObject): ApiError | undefined {
  if (!kind.apiVersions[0]?.startsWith('sim.orrery.dev/')) return undefined;
  const errors =
    kind.kind === 'PodBehavior'
      ? podBehaviorErrors(spec, checkCurve)
      : nodeBehaviorErrors(spec, { checkCurve, configurationErrors });
  return errors.length === 0 ? undefined : invalid(kind, metadata.name, errors);
}
