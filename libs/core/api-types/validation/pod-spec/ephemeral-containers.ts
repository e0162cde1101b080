import { duplicateField, fieldNotFound, forbiddenField, type FieldError } from '../../errors/field-error';
import { deepEqual } from '../../equality';
import type { Container, Pod } from '../../objects';
import { imageBlankErrors, validateContainer, type ContainerContext } from './containers';

/** Fields that an ephemeral container may have (`allowedEphemeralContainerFields` upstream). */
const ALLOWED = new Set(
  (
    'name image command args workingDir env envFrom volumeMounts volumeDevices imagePullPolicy securityContext tty ' +
    'stdin stdinOnce terminationMessagePath terminationMessagePolicy targetContainerName'
  ).split(' '),
);
const NOT_ALLOWED = 'cannot be set for an Ephemeral Container';
const MIRROR = 'kubernetes.io/config.mirror';

type EphemeralContainer = Container & { readonly targetContainerName?: string };

/** Returns the errors of the ephemeral containers of a pod (`validateEphemeralContainers` upstream). */
export function validateEphemeralContainers(context: ContainerContext, field: string): FieldError[] {
  const { spec } = context;
  const containers = (spec.ephemeralContainers ?? []) as readonly EphemeralContainer[];
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name);
  const names = new Set(others);
  const blanks = imageBlankErrors(containers, field);
  return containers.flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const errors = validateContainer(container, path, context);
    errors.push(...blanks.filter((error) => error.field === `${path}.image`));
    if (names.has(container.name)) errors.push(duplicateField(`${path}.name`, container.name));
    names.add(container.name);
    const { targetContainerName: target } = container;
    if (target && !others.includes(target)) errors.push(fieldNotFound(`${path}.targetContainerName`, target));
    for (const [name, value] of Object.entries(container)) {
      const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
      if (!ALLOWED.has(name) && !isEmpty) errors.push(forbiddenField(`${path}.${name}`, NOT_ALLOWED));
    }
    container.volumeMounts?.forEach(({ subPath, subPathExpr }, at) => {
      if (subPath) errors.push(forbiddenField(`${path}.volumeMounts[${at}].subPath`, NOT_ALLOWED));
      if (subPathExpr) errors.push(forbiddenField(`${path}.volumeMounts[${at}].subPathExpr`, NOT_ALLOWED));
    });
    return errors;
  });
}

/**
 * Returns the errors of an update of a pod's ephemeral containers: they can be added, and then stay as they are
 * (`ValidatePodEphemeralContainersUpdate` upstream; its text ends with a difference of Go values, which is left out).
 */
export function validateEphemeralContainersUpdate(next: Pod, old: Pod): FieldError[] {
  if (old.metadata.annotations?.[MIRROR] !== undefined) {
    return [forbiddenField('[]', 'static pods do not support ephemeral containers')];
  }
  const field = 'spec.ephemeralContainers';
  return (old.spec.ephemeralContainers ?? []).flatMap((before) => {
    const after = next.spec.ephemeralContainers?.find(({ name }) => name === before.name);
    const text = JSON.stringify(before.name);
    if (!after) return [forbiddenField(field, `existing ephemeral containers ${text} may not be removed\n`)];
    if (deepEqual(after, before)) return [];
    return [forbiddenField(field, `existing ephemeral containers ${text} may not be changed`)];
  });
}
