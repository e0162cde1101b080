import { ApiError, StatusReason, type KindInfo } from '@orrery/api-types';

/** A path behind which there is no resource. REST answers with the plain 404 of a page, as upstream's router does. */
export class UnknownResource extends ApiError {
  constructor() {
    super(StatusReason.NotFound, 'the server could not find the requested resource', {});
  }
}

/** 404 of a path behind which there is no resource. */
export function unknownResource(): ApiError {
  return new UnknownResource();
}

/** Whether a write to the subresource is one of the object itself, or of a part of it. */
export function isPartOfObject({ resource, parts }: KindInfo, subresource: string): boolean {
  return (
    subresource === 'status' ||
    (parts !== undefined && Object.hasOwn(parts, subresource)) ||
    (resource === 'namespaces' && subresource === 'finalize')
  );
}
