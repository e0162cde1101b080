import { formatTime } from '@orrery/time';
import { deepEqual } from '../../equality';
import { invalidField, renderFieldError } from '../../errors/field-error';
import { approvalCondition } from './approval';
import {
  CLEANUP_FINALIZER,
  isConditionTrue,
  type CustomResourceDefinition,
  type DefinitionCondition,
  type DefinitionNames,
} from './custom-resource-definition';
import type { TakenNames } from './held-names';
import { structuralErrors } from './structural-rules';

type Names = Partial<DefinitionNames>;
type Condition = Omit<DefinitionCondition, 'lastTransitionTime'>;

/**
 * The definition with the names that it gets and the conditions NamesAccepted and Established, for protected groups
 * KubernetesAPIApprovalPolicyConformant, and NonStructuralSchema where that is so, as the controllers leave them
 * (`pkg/controller/status`, `establish`, `apiapproval`, `nonstructuralschema` upstream); the definition itself if nothing changes. `nowMs` is cluster time.
 * @param isEstablishable false while its conversion webhook has a CA bundle that cannot be read
 * @param isServedAlready whether the server has a kind of its own under the name: a definition never replaces it
 */
export function withAcceptedNames(
  definition: CustomResourceDefinition,
  taken: TakenNames,
  { nowMs, isEstablishable, isServedAlready = false }: NamingContext,
): CustomResourceDefinition {
  const { names } = definition.spec;
  const held = definition.status?.acceptedNames ?? {};
  const verdict = isServedAlready
    ? { accepted: held, condition: refused('ServedByServer', servedAlready(definition)) }
    : acceptNames(names, held, taken);
  const named = setConditions(definition, [verdict.condition], nowMs);
  const status = { ...named.status, acceptedNames: verdict.accepted };
  const next = { ...named, status };
  const structure = nonStructuralCondition(next);
  const others = [structure, approvalCondition(next), establishedCondition(next, isEstablishable)];
  const result = setConditions(
    structure ? next : withoutCondition(next, NON_STRUCTURAL),
    others.filter((each) => each !== undefined),
    nowMs,
  );
  return deepEqual(result.status, definition.status) ? definition : result;
}

interface NamingContext {
  readonly nowMs: number;
  readonly isEstablishable: boolean;
  readonly isServedAlready?: boolean;
}

function servedAlready({ metadata: { name } }: CustomResourceDefinition): string {
  return `this server serves ${name} itself, by a schema of its own; the definition is not used`;
}

/** A name that is held already stays; another one is taken unless another definition has it. */
function acceptNames(
  names: DefinitionNames,
  held: Names,
  taken: TakenNames,
): { readonly accepted: Names; readonly condition: Condition } {
  const accepted: { -readonly [K in keyof Names]: Names[K] } = { ...held };
  let failure: Condition | undefined;
  const claim = (field: 'plural' | 'singular' | 'kind' | 'listKind', reason: string): void => {
    const wanted = names[field] ?? '';
    const isTaken = field === 'plural' || field === 'singular' ? taken.hasResource(wanted) : taken.hasKind(wanted);
    if (wanted === held[field] || !isTaken) accepted[field] = wanted;
    else failure = refused(reason, inUse(wanted));
  };
  claim('plural', 'PluralConflict');
  claim('singular', 'SingularConflict');
  const conflicts = (names.shortNames ?? []).filter(
    (name) => !held.shortNames?.includes(name) && taken.hasResource(name),
  );
  if (conflicts.length > 0) failure = refused('ShortNamesConflict', aggregate(conflicts.map(inUse)));
  else if (names.shortNames) accepted.shortNames = names.shortNames;
  else delete accepted.shortNames;
  claim('kind', 'KindConflict');
  claim('listKind', 'ListKindConflict');
  if (names.categories) accepted.categories = names.categories;
  else delete accepted.categories;
  const condition = failure ?? {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  return { accepted, condition };
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`;
}

function aggregate(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
}

function refused(reason: string, message: string): Condition {
  return { type: 'NamesAccepted', status: 'False', reason, message };
}

const NON_STRUCTURAL = 'NonStructuralSchema';

/** Definitions of older releases keep unknown fields, and their schemas may be anything. */
function nonStructuralCondition({ spec }: CustomResourceDefinition): Condition | undefined {
  const errors = spec.preserveUnknownFields ? [invalidField('spec.preserveUnknownFields', true, 'must be false')] : [];
  (spec.versions ?? []).forEach(({ schema }, i) => {
    const source = schema?.openAPIV3Schema;
    if (source) errors.push(...structuralErrors(source, `spec.versions[${i}].schema.openAPIV3Schema`));
  });
  if (errors.length === 0) return undefined;
  const message = aggregate([...new Set(errors.map(renderFieldError))]);
  return { type: NON_STRUCTURAL, status: 'True', reason: 'Violations', message };
}

function withoutCondition(definition: CustomResourceDefinition, type: string): CustomResourceDefinition {
  const { conditions } = definition.status ?? {};
  if (!conditions?.some((condition) => condition.type === type)) return definition;
  const others = conditions.filter((condition) => condition.type !== type);
  return { ...definition, status: { ...definition.status, conditions: others } };
}

/** Once established, a definition stays so. */
function establishedCondition(definition: CustomResourceDefinition, isEstablishable: boolean): Condition | undefined {
  if (isConditionTrue(definition, 'Established')) return undefined;
  const type = 'Established';
  if (!isConditionTrue(definition, 'NamesAccepted')) {
    return { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  }
  if (!isEstablishable) {
    return { type, status: 'False', reason: 'InvalidCABundle', message: 'The conversion webhook CABundle is invalid' };
  }
  const message = 'the initial names have been accepted';
  return { type, status: 'True', reason: 'InitialNamesAccepted', message };
}

/** The definition as the first DELETE leaves it: it waits for its objects to go. */
export function markDefinitionForDeletion(
  definition: CustomResourceDefinition,
  nowMs: number,
): CustomResourceDefinition {
  const { finalizers = [] } = definition.metadata;
  const marked = setConditions(
    definition,
    [
      {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionPending',
        message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      },
    ],
    nowMs,
  );
  if (finalizers.includes(CLEANUP_FINALIZER)) return marked;
  return { ...marked, metadata: { ...marked.metadata, finalizers: [...finalizers, CLEANUP_FINALIZER] } };
}

/** Condition Terminating of a definition that waits for the removal of its objects. */
export const DELETION_IN_PROGRESS: Condition = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
};

/** The definition with conditions; each keeps its time unless its status changes. `nowMs` is cluster time. */
export function setConditions(
  definition: CustomResourceDefinition,
  conditions: readonly Condition[],
  nowMs: number,
): CustomResourceDefinition {
  const next = [...(definition.status?.conditions ?? [])];
  for (const condition of conditions) {
    const at = next.findIndex(({ type }) => type === condition.type);
    const before = next[at];
    const isSame = before?.status === condition.status && before.lastTransitionTime !== undefined;
    const lastTransitionTime = isSame ? before.lastTransitionTime! : formatTime(nowMs);
    const { type, status, ...stated } = condition;
    const made = { type, status, lastTransitionTime, ...stated };
    if (at < 0) next.push(made);
    else next[at] = made;
  }
  return { ...definition, status: { ...definition.status, conditions: next } };
}
