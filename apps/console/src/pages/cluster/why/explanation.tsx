import { useAnswer } from '../../../graphql/client-context';
import { ExplainPodQuery } from '../../../graphql/operations.generated';
import { explainedChoices } from '../../../model/why/elsewhere';
import { heatMap } from '../../../model/why/heat-map';
import { explanationSentences } from '../../../model/why/pod-sentences';
import { plural } from '../../../model/words';
import { ChoiceTable } from './choice-table';
import { HeatTable } from './heat-table';

interface ExplanationProps {
  readonly namespace: string;
  readonly name: string;
  /** A node whose verdict is shown besides those of the best ones; undefined if there is none, or it is gone. */
  readonly ownNode: string | undefined;
  /** The number of all nodes. */
  readonly nodeCount: number;
  /** Moment for which the scheduler is evaluated; undefined: the present. */
  readonly at: string | undefined;
  /** The pod has a node at that moment. */
  readonly hasNode: boolean;
  /** The node whose row is marked. */
  readonly marked: string | undefined;
}

/**
 * Maximum number of nodes whose results are shown: a larger table is unreadable, and tens of thousands of results are
 * too large to send.
 */
const MOST_NODES = 60;

/** Explanation of a pod's scheduling at a moment: sentences, each node by each filter and score, and the role of each in a preemption. */
export function Explanation({ namespace, name, ownNode, nodeCount, at, hasNode, marked }: ExplanationProps) {
  const { data, error } = useAnswer(ExplainPodQuery, {
    namespace,
    name,
    best: MOST_NODES,
    ...(ownNode !== undefined && { nodes: [ownNode] }),
    ...(at !== undefined && { at }),
  });
  if (error) return <p className="error-text">{error.message}</p>;
  if (!data) return <p className="quiet">Asking the scheduler…</p>;
  const { explainScheduling: explanation } = data;
  const map = heatMap(explanation.nodes);
  const choices = explainedChoices(explanation);
  const isRejectedTwice = map.rows.some(({ rejections }) => rejections.length > 1);
  return (
    <>
      {explanationSentences(explanation, { isPast: at !== undefined, hasNode }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <h3>Nodes × filters and scores</h3>
      <HeatTable map={map} marked={marked} />
      {isRejectedTwice && (
        <p className="quiet small">The scheduler stops at the first filter that rejects a node; here all were asked.</p>
      )}
      {nodeCount > map.rows.length && (
        <p className="quiet small">
          The best {map.rows.length} of {plural(nodeCount, 'node')}.
        </p>
      )}
      {choices.length > 0 && (
        <>
          <h3>Preemption, node by node</h3>
          <ChoiceTable choices={choices} />
        </>
      )}
    </>
  );
}
