import { ApiError, methodNotAllowed, type KindInfo } from '@orrery/api-types';
import { isPartOfObject, unknownResource } from '@orrery/api-protocol';

/** Parts of objects that are not written like the objects themselves. */
export const Subresource = { Scale: 'scale' } as const;

/** The input names a part that objects of the kind do not have, or that is not written so. */
export class WrongSubresource extends ApiError {}

interface PartInput {
  readonly subresource?: string | null | undefined;
}

/** The subresource of the object; unknown ones are refused as the REST path would be. */
export function subresourceOf(
  kind: KindInfo,
  verb: 'update' | 'patch',
  { subresource }: PartInput,
): { subresource?: string } {
  if (subresource == null || subresource === '') return {};
  const known = kind.subresources.find(({ name }) => name === subresource);
  const isWritable = subresource === Subresource.Scale || isPartOfObject(kind, subresource);
  const hasVerb = known?.verbs.includes(verb) ?? false;
  if (hasVerb && isWritable) return { subresource };
  throw wrongSubresource(subresource, known && !hasVerb ? methodNotAllowed() : unknownResource());
}

/** A Scale does not name its target, which the path of a request does: a mutation without a target cannot replace one. */
export function refuseReplacedScale({ subresource }: PartInput): void {
  if (subresource !== Subresource.Scale) return;
  const message = 'a Scale does not name its target: use patchObject with this subresource, or scale';
  throw wrongSubresource(subresource, methodNotAllowed(message));
}

function wrongSubresource(subresource: string, { reason, message }: ApiError): WrongSubresource {
  const cause = { reason, message: `Invalid value: ${JSON.stringify(subresource)}: ${message}`, field: 'subresource' };
  return new WrongSubresource(reason, message, { causes: [cause] });
}
