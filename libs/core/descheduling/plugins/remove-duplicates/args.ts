import { withDefault } from '@orrery/documents';
import { argsOf, NAMESPACES, STRINGS } from '../../policy/args-schema';

/** Arguments of RemoveDuplicates. */
export const REMOVE_DUPLICATES_ARGS = argsOf('RemoveDuplicatesArgs', {
  namespaces: NAMESPACES,
  excludeOwnerKinds: withDefault(STRINGS, []),
});
