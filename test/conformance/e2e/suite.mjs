// The compiled suite: what it contains, and what it needs beside it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Flags without which the suite would ask a cloud for its nodes, or read generated files. */
export function suiteFlags({ repo }) {
  return ['--provider=skeleton', `--repo-root=${repo}`, '--ginkgo.noColor'];
}

/** Names of all specs, as the suite itself lists them. */
export function specNames(suite, work) {
  const report = join(work, 'listing');
  rmSync(report, { recursive: true, force: true });
  const kubeconfig = ['--kubeconfig', '/dev/null'];
  execFileSync(suite.program, [...suiteFlags(suite), ...kubeconfig, '--ginkgo.dryRun', `--report-dir=${report}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    maxBuffer: 1 << 28,
  });
  const xml = readFileSync(join(report, 'junit_01.xml'), 'utf8');
  return [...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => unescapeXml(name)).sort();
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" };

function unescapeXml(text) {
  return text.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (_, entity) => ENTITIES[entity]);
}

/** kubectl that the tests use. */
export function kubectlPath(root) {
  const path = process.env.ORRERY_TEST_KUBECTL ?? join(root, 'tools/test-clients/bin/kubectl');
  if (!existsSync(path)) throw new Error(`no kubectl at ${path}: run npm run test:clients`);
  return path;
}
