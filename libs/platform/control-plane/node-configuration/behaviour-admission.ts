import { invalid, type ApiError, type FieldError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { parseCurve, readKubeletConfiguration } from '@orrery/node-pressure';
import {
  nodeBehaviorErrors,
  podBehaviorErrors,
  resourceUsageErrors,
  stageFileErrors,
  type CurveCheck,
} from '@orrery/pod-lifecycle';

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

/** What is wrong with the specs of the kinds that say how nodes and pods behave. */
const JUDGES: Readonly<Record<string, (spec: unknown) => FieldError[]>> = {
  PodBehavior: (spec) => podBehaviorErrors(spec, checkCurve),
  NodeBehavior: (spec) => nodeBehaviorErrors(spec, { checkCurve, configurationErrors }),
  Stage: stageFileErrors,
  ResourceUsage: (spec) => resourceUsageErrors('ResourceUsage', spec, checkCurve),
  ClusterResourceUsage: (spec) => resourceUsageErrors('ClusterResourceUsage', spec, checkCurve),
};

/** The refusal of a behaviour that says what cannot be; undefined for one that is right, and for every other kind. */
export function refuseBehaviour(kind: KindInfo, { metadata, spec }: KubeObject): ApiError | undefined {
  const judge = Object.hasOwn(JUDGES, kind.kind) ? JUDGES[kind.kind]! : undefined;
  const errors = judge?.(spec) ?? [];
  return errors.length === 0 ? undefined : invalid(kind, metadata.name, errors);
}
