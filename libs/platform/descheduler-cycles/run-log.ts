import { DecisionVerdict, type DeschedulingReport, type PodDecision, type PolicyError } from '@orrery/descheduling';

/** Returns the log of a cycle, a line per decision. */
export function reportLines(report: DeschedulingReport, dryRun: boolean): string[] {
  const classes = report.nodeClasses.map(({ strategy, profile, ...groups }) => {
    const counted = Object.entries(groups).map(
      ([name, nodes]) => `${name}=[${(nodes as readonly string[]).join(' ')}]`,
    );
    return `Nodes classified profile=${profile} strategy=${strategy} ${counted.join(' ')}`;
  });
  return [
    `Ready nodes: ${report.readyNodes.length}`,
    ...classes,
    ...report.notes,
    ...report.decisions.map((decision) => decisionLine(decision, dryRun)),
    `Number of evicted pods: ${report.evicted}${dryRun ? ' (dry run)' : ''}, refused: ${report.refused}`,
  ];
}

/** Returns why a policy is refused, a line an error. */
export function errorLines(errors: readonly PolicyError[]): string[] {
  return errors.map(
    ({ field, prefix = '', reason }) => `Error: ${prefix}${reason}${field === '' ? '' : ` (${field})`}`,
  );
}

const TYPE_TEXTS: Readonly<Record<DecisionVerdict, string>> = {
  [DecisionVerdict.Evicted]: 'Evicted pod',
  [DecisionVerdict.Protected]: 'Pod is protected',
  [DecisionVerdict.Refused]: 'Error evicting pod',
  [DecisionVerdict.Limited]: 'Pod is not evicted',
};

function decisionLine(decision: PodDecision, dryRun: boolean): string {
  const { verdict, namespace, name, node, profile, strategy, reason, obstacle } = decision;
  const isTrial = dryRun && verdict === DecisionVerdict.Evicted;
  const words = isTrial ? 'Evicted pod in dry run mode' : TYPE_TEXTS[verdict];
  const because = obstacle === undefined ? '' : ` obstacle=${JSON.stringify(obstacle)}`;
  return `${words} pod=${namespace}/${name} node=${node} profile=${profile} strategy=${strategy} reason=${JSON.stringify(reason)}${because}`;
}
