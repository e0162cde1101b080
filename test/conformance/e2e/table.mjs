// Results as Markdown.

/** Applicable are the specs that a cluster without containers, cloud and SSH could pass. */
export function table({ version, bundle, commit, specs }) {
  const rows = new Map();
  for (const spec of specs) {
    const group = groupOf(spec.name);
    rows.set(group, [...(rows.get(group) ?? []), spec]);
  }
  const sorted = [...rows].sort(([, a], [, b]) => applicable(b) - applicable(a));
  const conformance = specs.filter(({ name }) => name.includes('[Conformance]'));
  return [
    `Kubernetes ${version} against \`${bundle}\` at commit ${commit}:`,
    '',
    '| group | listed | applicable | passed | failed | needs a container | not applicable |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...[...sorted, ['all', specs], ['of them [Conformance]', conformance]].map(([group, each]) => row(group, each)),
  ].join('\n');
}

function row(group, specs) {
  const count = (...outcomes) => specs.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const cells = [
    specs.length,
    applicable(specs),
    count('passed'),
    count('failed', 'not-run'),
    count('needs-container'),
    count('not-applicable', 'skipped'),
  ];
  return `| ${group} | ${cells.join(' | ')} |`;
}

function applicable(specs) {
  return specs.filter(({ outcome }) => ['passed', 'failed', 'not-run'].includes(outcome)).length;
}

/** The specs that failed, each with its message. */
export function failures({ specs }) {
  const failed = specs.filter(({ outcome }) => ['failed', 'not-run'].includes(outcome));
  if (failed.length === 0) return 'No spec failed.';
  const lines = failed.map(({ name, outcome, reason }) => `- ${name.trim()}: \`${plain(reason ?? outcome)}\``);
  return `Failed:\n\n${lines.join('\n')}`;
}

/** Returns how many specs are left out for each reason. */
export function reasonTable({ specs }) {
  const counts = new Map();
  for (const { outcome, reason } of specs) {
    if (!['needs-container', 'not-applicable'].includes(outcome)) continue;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `| ${count} | ${plain(reason)} |`);
  return ['Left out, by reason:', '', '| specs | reason |', '| --- | --- |', ...rows].join('\n');
}

function groupOf(name) {
  return /^\[(sig-[a-z-]+)\]/.exec(name)?.[1] ?? /^\[k8s\.io\] \[(sig-[a-z-]+)\]/.exec(name)?.[1] ?? 'sig-node';
}

function plain(text) {
  return text.replaceAll('`', "'").replaceAll('|', '/').trim();
}
