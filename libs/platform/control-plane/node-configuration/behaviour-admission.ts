import { invalid, type ApiError, type FieldError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { parseCurve, readKubeletConfiguration } from '@orrery/node-pressure';
import {
  nodeBehaviorErrors,
  podBehaviorErrors,
  resourceUsageErrors,
  stageFileErrors,
  type CurveCheck,
} from '@orrery/pod-lifecycle';

/** Resource name of the kind that configures the behaviour of pods, as in the change log. */
export const POD_BEHAVIOURS = 'podbehaviors.sim.orrery.dev';
/** The same of nodes. */
export const NODE_BEHAVIOURS = 'nodebehaviors.sim.orrery.dev';

/** Validates a curve as for a container with requests and limits; their presence on a pod is checked when it runs. */
const checkCurve: CurveCheck = (text, resource) => {
  const bases = { '': 1, request: 1, limit: 1 };
  const verdict = parseCurve(text, { originMs: 0, bases, isMilli: resource === 'cpu', key: [] });
  return verdict.ok ? undefined : verdict.error;
};

const configurationErrors = (configuration: unknown): readonly string[] => {
  const verdict = readKubeletConfiguration(configuration);
  return verdict.ok ? [] : verdict.errors;
};

/** Validators of the specs of the kinds that configure the behaviour of nodes and pods. */
const VALIDATORS: Readonly<Record<string, (spec: unknown) => FieldError[]>> = {
  PodBehavior: (spec) => podBehaviorErrors(spec, checkCurve),
  NodeBehavior: (spec) => nodeBehaviorErrors(spec, { checkCurve, configurationErrors }),
  Stage: stageFileErrors,
  ResourceUsage: (spec) => resourceUsageErrors('ResourceUsage', spec, checkCurve),
  ClusterResourceUsage: (spec) => resourceUsageErrors('ClusterResourceUsage', spec, checkCurve),
};

/** Returns the refusal of an invalid behaviour; undefined for a valid one, and for every other kind. */
export function refuseBehaviour(kind: KindInfo, { metadata, spec }: KubeObject): ApiError | undefined {
  const validate = Object.hasOwn(VALIDATORS, kind.kind) ? VALIDATORS[kind.kind]! : undefined;
  const errors = validate?.(spec) ?? [];
  return errors.length === 0 ? undefined : invalid(kind, metadata.name, errors);
}
