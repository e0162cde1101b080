import { NodeRole, type NodeChoice } from '../../../model/why/elsewhere';

const PILLS: Readonly<Record<NodeRole, string>> = {
  [NodeRole.Chosen]: 'pill good',
  [NodeRole.Candidate]: 'pill',
  [NodeRole.Refused]: 'pill bad',
};

/** The part of each node in a preemption, with the reason why it is not another one. */
export function ChoiceTable({ choices }: { readonly choices: readonly NodeChoice[] }) {
  return (
    <div className="choice-table" tabIndex={0} role="region" aria-label="Preemption, node by node">
      <table>
        <tbody>
          {choices.map(({ node, role, words }) => (
            <tr key={node}>
              <th scope="row">
                <span className="mono block">{node}</span>
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
