import { useEffect, useRef } from 'react';
import { useAnswer, useFollowed, type Answer } from '../../../graphql/client-context';
import { DescribeObjectQuery, ObjectChangedSubscription } from '../../../graphql/operations.generated';
import { useClusterNow } from '../../../live/use-object-table';
import type { ObjectPlace } from '../../../model/editor/object-place';

/** Minimum time between two requests that no change of the object itself causes. */
const REST_MS = 3_000;

/** The description of an object, requested again when the object changes, and for its events while cluster time passes. */
export function useDescription({ apiVersion, kind, namespace, name = '' }: ObjectPlace): Answer<DescribeObjectQuery> {
  const inNamespace = namespace === undefined ? {} : { namespace };
  const answer = useAnswer(DescribeObjectQuery, { apiVersion, kind, name, ...inNamespace });
  const filter = { names: [name], ...inNamespace };
  const changed = useFollowed(ObjectChangedSubscription, { apiVersion, kind, filter });
  const nowMs = useClusterNow();
  const asked = useRef(0);
  const ask = (restMs: number): void => {
    if (performance.now() - asked.current < restMs) return;
    asked.current = performance.now();
    answer.reload();
  };
  useEffect(() => ask(0), [changed]);
  useEffect(() => ask(REST_MS), [nowMs]);
  return answer;
}
