import { ApiError, StatusReason, type KindInfo } from '@orrery/api-types';

/** 404 of a path behind which there is no resource. */
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
