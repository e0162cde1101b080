import { useState } from 'react';
import type { DecisionPartsFragment } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import { decisionSentences } from '../../../model/why/pod-sentences';
import { Explanation } from './explanation';

interface AttemptsProps {
  readonly namespace: string;
  readonly name: string;
  readonly decisions: readonly DecisionPartsFragment[];
  /** The number of all nodes. */
  readonly nodeCount: number;
}

/** The recorded attempts to schedule a pod, newest first. */
export function Attempts({ decisions, ...rest }: AttemptsProps) {
  if (decisions.length === 0) return null;
  return (
    <section>
      <h3>Attempts</h3>
      {decisions.map((decision) => (
        <Attempt key={decision.number} decision={decision} {...rest} />
      ))}
    </section>
  );
}

/** Recorded attempt, and on demand each node by the state of the cluster that it was based on. */
function Attempt({
  decision,
  namespace,
  name,
  nodeCount,
}: Omit<AttemptsProps, 'decisions'> & { readonly decision: DecisionPartsFragment }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="attempt">
      <time className="mono quiet small">{clusterTime(decision.time)}</time>
      {decisionSentences(decision).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <button className="plain small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : `Attempt ${decision.attempt} node by node`}
      </button>
      {isOpen && (
        <div className="attempt-nodes">
          <p className="quiet small">
            At revision {decision.resourceVersion}, on which it was based. Pods that the scheduler had placed just
            before, and not yet written, are not in it.
          </p>
          <Explanation
            namespace={namespace}
            name={name}
            ownNode={decision.nodeName ?? undefined}
            nodeCount={nodeCount}
            at={decision.resourceVersion}
            hasNode={false}
            marked={decision.nodeName ?? undefined}
          />
        </div>
      )}
    </div>
  );
}
