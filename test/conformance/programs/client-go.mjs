// The program of client-go/, built within Kubernetes' own tree with the client-go that it has there.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTree } from '../e2e/build.mjs';
import { withCluster } from './cluster.mjs';

const PARTS = [
  'leader election',
  'informers',
  'conflicts',
  'server-side apply',
  'pages',
  'budgets',
  'streams',
  'events',
  'custom kinds',
];

export async function runClientGo(setting) {
  const { repo, go } = sourceTree(setting.work);
  const program = join(setting.work, 'bin/client-go');
  cpSync(join(setting.root, 'test/conformance/programs/client-go'), join(repo, 'orrery/client-go'), {
    recursive: true,
  });
  go('build', '-o', program, './orrery/client-go');
  return withCluster(setting, ({ kubeconfig }) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const printed = execFileSync(program, [], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    if (printed.trim() !== PARTS.join('\n')) throw new Error(`printed:\n${printed}`);
  });
}
