import type { DeleteOptions, WriteOptions } from '@orrery/control-plane';
import { badUserInput } from '../errors/input-error';
import type { DeleteObjectInput } from './object-inputs';
import { DEFAULT_FIELD_MANAGER, type FieldValidation, type WriteInput } from './write-inputs';

const MAX_MANAGER_LENGTH = 128;

/** The options of a write; unknown fields are refused by default. */
export function writeOptionsOf(
  input: WriteInput & { readonly fieldValidation?: FieldValidation | null | undefined },
  warn?: (message: string) => void,
): WriteOptions {
  const fieldManager = input.fieldManager ?? DEFAULT_FIELD_MANAGER;
  if (fieldManager.length > MAX_MANAGER_LENGTH || /[^\x20-\x7e]/.test(fieldManager)) {
    throw badUserInput(`fieldManager should only contain at most ${MAX_MANAGER_LENGTH} printable characters`, [
      'fieldManager',
    ]);
  }
  return {
    dryRun: input.dryRun ?? false,
    fieldManager,
    fieldValidation: input.fieldValidation ?? 'Strict',
    ...(warn ? { warn } : {}),
  };
}

type DeleteRequest = Partial<
  Pick<DeleteObjectInput, 'gracePeriodSeconds' | 'propagationPolicy' | 'preconditions' | 'resourceVersion' | 'dryRun'>
>;

/** The options of a deletion. */
export function deleteOptionsOf(input: DeleteRequest): DeleteOptions {
  const { gracePeriodSeconds, propagationPolicy, dryRun } = input;
  const uid = input.preconditions?.uid ?? undefined;
  const resourceVersion = input.preconditions?.resourceVersion ?? input.resourceVersion ?? undefined;
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  return {
    dryRun: dryRun ?? false,
    ...(gracePeriodSeconds == null ? {} : { gracePeriodSeconds: Number(gracePeriodSeconds) }),
    ...(propagationPolicy == null ? {} : { propagationPolicy }),
    ...(Object.keys(preconditions).length > 0 ? { preconditions } : {}),
  };
}

/** The object with the revision that it must have. */
export function atRevision(body: unknown, resourceVersion: string | null | undefined): unknown {
  if (resourceVersion == null || typeof body !== 'object' || body === null) return body;
  const { metadata } = body as { metadata?: object };
  return { ...body, metadata: { ...metadata, resourceVersion } };
}
