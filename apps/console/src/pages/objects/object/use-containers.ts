import { useAnswer } from '../../../graphql/client-context';
import { ObjectJsonQuery } from '../../../graphql/operations.generated';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { containersOf, type DescribedObject } from '../../../model/objects/description';

/** Names of the containers of a pod, those of its spec first; undefined until they are read. */
export function useContainers({ apiVersion, kind, namespace, name = '' }: ObjectPlace): readonly string[] | undefined {
  const asked = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  const { data } = useAnswer(ObjectJsonQuery, asked);
  if (!data) return undefined;
  return containersOf((data.object?.json ?? {}) as DescribedObject).map((each) => each.name);
}
