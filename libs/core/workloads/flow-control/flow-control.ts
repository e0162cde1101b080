import {
  deepEqual,
  type FlowControlObject,
  type FlowSchema,
  type KeptObjects,
  type KubeObject,
} from '@orrery/api-types';

/** Says whether the server may bring an object back to its spec (`apis/flowcontrol/bootstrap` upstream). */
export const AUTOUPDATE = 'apf.kubernetes.io/autoupdate-spec';

/** Writes after which the objects are as desired. */
export interface FlowControlPlan {
  readonly create: readonly FlowControlObject[];
  readonly restore: readonly FlowControlObject[];
}

/**
 * Plans the objects as 1.20 does: suggested objects are made with the first ones, and are the user's from then on
 * (`pkg/registry/flowcontrol/rest/storage_flowcontrol.go`).
 * @param isNew true while the priority level without limits does not exist yet
 */
export function planFlowControlOnce(
  { mandatory, suggested }: KeptObjects,
  isNew: boolean,
  find: (name: string) => KubeObject | undefined,
): FlowControlPlan {
  return {
    create: [...(isNew ? suggested : []), ...mandatory].filter(({ name }) => !find(name)),
    restore: mandatory.filter(({ name, spec }) => {
      const object = find(name);
      return object !== undefined && !deepEqual(object.spec, spec);
    }),
  };
}

/** Compares the objects that there are with those that should be (`flowcontrol/ensurer` upstream). */
export function planFlowControl(
  { mandatory, suggested }: KeptObjects,
  find: (name: string) => KubeObject | undefined,
): FlowControlPlan {
  const all = [...mandatory, ...suggested];
  const restore = all.filter(({ name, spec }) => {
    const object = find(name);
    if (!object) return false;
    const isMandatory = mandatory.some((each) => each.name === name);
    return isMandatory ? !isAsFixed(object, spec) : isAutoUpdated(object) && !deepEqual(object.spec, spec);
  });
  return { create: all.filter(({ name }) => !find(name)), restore };
}

/**
 * Returns true if the object has the fixed specification. The shares of the exempt level may be changed; annotations of
 * mandatory objects may not.
 */
function isAsFixed(object: KubeObject, spec: object): boolean {
  const { exempt: _own, ...rest } = object.spec as { exempt?: unknown };
  const { exempt: _fixed, ...fixed } = spec as { exempt?: unknown };
  return object.metadata.annotations?.[AUTOUPDATE] === 'true' && deepEqual(rest, fixed);
}

/** Returns true if the object is updated automatically. One that a user changed is not, unless its annotation says otherwise. */
function isAutoUpdated({ metadata: { annotations = {}, generation } }: KubeObject): boolean {
  const value = annotations[AUTOUPDATE];
  return value === undefined ? generation === 1 : value === 'true';
}

type Condition = NonNullable<NonNullable<FlowSchema['status']>['conditions']>[number];

/** Returns the condition about the existence of a schema's level; undefined if the schema has it. `now` is an API time. */
export function danglingCondition(
  schema: FlowSchema,
  hasLevel: (name: string) => boolean,
  now: string,
): Condition | undefined {
  const name = schema.spec?.priorityLevelConfiguration.name ?? '';
  const isFound = hasLevel(name);
  const [status, reason, end] = isFound
    ? ['False', 'Found', 'and it exists']
    : ['True', 'NotFound', 'but there is no such object'];
  const message = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(name)} ${end}`;
  const old = schema.status?.conditions?.find(({ type }) => type === 'Dangling');
  if (old?.status === status && old?.reason === reason && old?.message === message) return undefined;
  return { type: 'Dangling', status: status!, lastTransitionTime: now, reason: reason!, message };
}
