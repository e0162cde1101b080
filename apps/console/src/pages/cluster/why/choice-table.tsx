import { choiceGroups, NodeRole, type NodeChoice } from '../../../model/why/elsewhere';
import { plural } from '../../../model/words';

const PILLS: Readonly<Record<NodeRole, string>> = {
  [NodeRole.Chosen]: 'pill good',
  [NodeRole.Candidate]: 'pill',
  [NodeRole.Refused]: 'pill bad',
};

/** The part of each node in a preemption, with the reason why it is not another one; equal ones are one row. */
export function ChoiceTable({ choices }: { readonly choices: readonly NodeChoice[] }) {
  return (
    <div className="choice-table" tabIndex={0} role="region" aria-label="Preemption, node by node">
      <table>
        <tbody>
          {choiceGroups(choices).map(({ nodes, role, words }) => (
            <tr key={nodes[0]}>
              <th scope="row">
                <NodeNames nodes={nodes} />
                <span className={PILLS[role]}>{role}</span>
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NodeNames({ nodes }: { readonly nodes: readonly string[] }) {
  if (nodes.length === 1) return <span className="mono block">{nodes[0]}</span>;
  return (
    <details>
      <summary>{plural(nodes.length, 'node')}</summary>
      <span className="mono">{nodes.join(', ')}</span>
    </details>
  );
}
