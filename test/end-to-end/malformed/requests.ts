import type { Random } from '@orrery/time';
import { type Malformed } from './malformed-request';
import { emptyBodies, wrongTypes, brokenText, prototypes, depths, protobuf } from './malformed-bodies';
import { endlessTexts, wrongNames, wrongIdentities, values } from './malformed-names';
import { selectors, options } from './malformed-queries';
import { hostileDefinitions, hostileExpressions, hostileObjects } from './malformed-definitions';
import { brokenMessages, discoveries, questions, wrongTypesOfKinds } from './malformed-kinds';
import { patches } from './malformed-patches';

/** Every kind of malformed request; the same seed makes the same requests. */
export function malformedRequests(random: Random): Malformed[] {
  return [
    ...wrongTypes(),
    ...brokenText(random),
    ...wrongNames(random),
    ...wrongIdentities(),
    ...endlessTexts(),
    ...prototypes(),
    ...depths(),
    ...emptyBodies(),
    ...selectors(random),
    ...patches(random),
    ...protobuf(random),
    ...options(),
    ...values(),
    ...wrongTypesOfKinds(),
    ...questions(),
    ...brokenMessages(),
    ...discoveries(),
    ...hostileDefinitions(),
    ...hostileObjects(),
    ...hostileExpressions(),
  ];
}

export type { Malformed };
