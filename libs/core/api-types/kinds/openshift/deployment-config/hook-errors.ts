import { invalidField, requiredField, type FieldError } from '../../../errors/field-error';
import { pathSegmentErrors } from '../../../names/qualified-name';
import type { PodSpec } from '../../../objects';
import type { ExecNewPodHook, LifecycleHook, TagImageHook } from './deployment-config';

const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const C_IDENTIFIER_TEXT =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or " +
  "'_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
const STREAM_NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** Returns the errors of a hook (`validateLifecycleHook` of `pkg/apps/apis/apps/validation` of origin). */
export function hookErrors(hook: LifecycleHook | undefined, pod: PodSpec, field: string): FieldError[] {
  if (!hook) return [];
  const { failurePolicy, execNewPod, tagImages = [] } = hook;
  const errors = failurePolicy ? [] : [requiredField(`${field}.failurePolicy`)];
  if (execNewPod && tagImages.length > 0) {
    errors.push(invalidField(field, '<hook>', "only one of 'execNewPod' or 'tagImages' may be specified"));
  } else if (execNewPod) {
    errors.push(...newPodErrors(execNewPod, `${field}.execNewPod`));
  } else if (tagImages.length > 0) {
    errors.push(...tagImages.flatMap((each, i) => tagErrors(each, pod, `${field}.tagImages[${i}]`)));
  } else {
    errors.push(invalidField(field, '<empty>', 'One of execNewPod or tagImages must be specified'));
  }
  return errors;
}

function newPodErrors(hook: ExecNewPodHook, field: string): FieldError[] {
  const { command = [], containerName, env, volumes = [] } = hook;
  return [
    ...(command.length === 0 ? [requiredField(`${field}.command`)] : []),
    ...(containerName ? [] : [requiredField(`${field}.containerName`)]),
    ...environmentErrors(env, `${field}.env`),
    ...volumes.flatMap((name, i) =>
      name === '' ? [invalidField(`${field}.volumes[${i}]`, '', 'must not be empty')] : [],
    ),
  ];
}

function tagErrors({ containerName, to = {} }: TagImageHook, pod: PodSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!containerName) {
    errors.push(requiredField(`${field}.containerName`, 'a containerName is required'));
  } else if (![...pod.containers, ...(pod.initContainers ?? [])].some(({ name }) => name === containerName)) {
    const detail = `no container ${JSON.stringify(containerName)} found`;
    errors.push(invalidField(`${field}.containerName`, containerName, detail));
  }
  if (to.kind !== 'ImageStreamTag') {
    errors.push(invalidField(`${field}.to.kind`, to.kind ?? '', "Must be 'ImageStreamTag'"));
  }
  if (!to.name) errors.push(requiredField(`${field}.to.name`, 'a destination tag name is required'));
  return errors;
}

/** Returns the errors of the names of variables. */
export function environmentErrors(variables: readonly { readonly name: string }[] = [], field: string): FieldError[] {
  return variables.flatMap(({ name = '' }, i) => [
    ...(name === '' ? [requiredField(`${field}[${i}].name`)] : []),
    ...(C_IDENTIFIER.test(name) ? [] : [invalidField(`${field}[${i}].name`, name, C_IDENTIFIER_TEXT)]),
  ]);
}

/** Returns the error of the name of a tag of an image stream, `<name>:<tag>`. */
export function streamTagProblem(text: string): string | undefined {
  const [name, tag, ...rest] = text.split(':');
  if (!name || !tag || rest.length > 0) return 'must be in the form of <name>:<tag>';
  const reasons = pathSegmentErrors(name);
  if (reasons.length > 0) return reasons.join(', ');
  return STREAM_NAME.test(name) ? undefined : 'must match "[a-z0-9]+(?:[._-][a-z0-9]+)*"';
}
