import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import type { CustomResourceDefinition, DefinitionCondition } from './custom-resource-definition';

/** Annotation with the approval of a definition in a protected group (`KubeAPIApprovedAnnotation` upstream). */
const APPROVAL = 'api-approved.kubernetes.io';
const HELP = 'see https://github.com/kubernetes/enhancements/pull/1111';
const MUST = `protected groups must have approval annotation ${JSON.stringify(APPROVAL)}`;
const WITH_WHAT = `${MUST} with either a URL or a reason starting with "unapproved", ${HELP}`;
const TYPE = 'KubernetesAPIApprovalPolicyConformant';

type Approval = Required<Pick<DefinitionCondition, 'status' | 'reason' | 'message'>>;

/** The approval of a definition; undefined for groups that need none (`apihelpers.GetAPIApprovalState` upstream). */
function approvalOf({ metadata, spec }: CustomResourceDefinition): Approval | undefined {
  // Groups of the Kubernetes community.
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(spec?.group ?? '')) return undefined;
  const approval = metadata.annotations?.[APPROVAL] ?? '';
  if (approval === '') return { status: 'False', reason: 'MissingAnnotation', message: `${MUST}, ${HELP}` };
  if (approval.startsWith('unapproved')) {
    return { status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${JSON.stringify(approval)}` };
  }
  if (URL.canParse(approval) && new URL(approval).host !== '') {
    return { status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${approval}` };
  }
  return { status: 'False', reason: 'InvalidAnnotation', message: WITH_WHAT };
}

/** Returns the errors of the approval of a definition. */
export function approvalErrors(definition: CustomResourceDefinition): FieldError[] {
  const field = `metadata.annotations[${APPROVAL}]`;
  const approval = approvalOf(definition);
  if (approval?.reason === 'MissingAnnotation') return [requiredField(field, approval.message)];
  if (approval?.reason !== 'InvalidAnnotation') return [];
  return [invalidField(field, definition.metadata.annotations?.[APPROVAL] ?? '', approval.message)];
}

/** The condition of definitions of protected groups (`pkg/controller/apiapproval` upstream); undefined for others. */
export function approvalCondition(
  definition: CustomResourceDefinition,
): Omit<DefinitionCondition, 'lastTransitionTime'> | undefined {
  const approval = approvalOf(definition);
  return approval && { type: TYPE, ...approval };
}
