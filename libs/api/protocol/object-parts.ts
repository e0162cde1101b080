import { ApiError, StatusReason, type KindInfo } from '@orrery/api-types';

/** Returns the 404 error for a path that does not lead to a resource. */
export function unknownResource(): ApiError {
  return new ApiError(StatusReason.NotFound, 'the server could not find the requested resource');
}

/** Returns whether a write to the subresource is one of the object itself, or of a part of it. */
export function isPartOfObject({ resource, parts }: KindInfo, subresource: string): boolean {
  return (
    subresource === 'status' ||
    (parts !== undefined && Object.hasOwn(parts, subresource)) ||
    (resource === 'namespaces' && subresource === 'finalize')
  );
}
