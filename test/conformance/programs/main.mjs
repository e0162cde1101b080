// npm run conformance:programs — real programs of Kubernetes, unmodified, as clients of a cluster: too large to build in CI.
//   client-go        a program with informers, leader election, protobuf and streams (programs/client-go)
//   go-sdk           a test that uses the package of sdk/go (programs/go-sdk)
//   kube-scheduler   a second scheduler beside that of the cluster: leases, bindings, events, volumes, preemption
//   descheduler      one cycle of the real descheduler; needs --descheduler
//   --work DIR         where Debian's source of Kubernetes is, or is taken, and programs are built (default: .orrery-e2e)
//   --descheduler FILE the built program: `go build -mod=vendor ./cmd/descheduler` in its own source tree makes it
//   --bundle NAME      behaviour of the cluster (k8s-1.20; for the descheduler always modern)
//   --only NAME        one of the programs
//   --port N           first of the ports (18350)
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runClientGo } from './client-go.mjs';
import { runDescheduler } from './descheduler.mjs';
import { runGoSdk } from './go-sdk.mjs';
import { runScheduler } from './kube-scheduler.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { values } = parseArgs({
  options: {
    work: { type: 'string', default: join(root, '.orrery-e2e') },
    descheduler: { type: 'string' },
    bundle: { type: 'string', default: 'k8s-1.20' },
    only: { type: 'string' },
    port: { type: 'string', default: '18350' },
  },
});
const PROGRAMS = {
  'client-go': runClientGo,
  'go-sdk': runGoSdk,
  'kube-scheduler': runScheduler,
  descheduler: runDescheduler,
};
if (values.only !== undefined && !Object.hasOwn(PROGRAMS, values.only)) {
  throw new Error(`--only ${values.only}: there are ${Object.keys(PROGRAMS).join(', ')}`);
}

const work = resolve(values.work);
mkdirSync(join(work, 'bin'), { recursive: true });
let failed = 0;
for (const [name, run] of Object.entries(PROGRAMS)) {
  if (values.only !== undefined && values.only !== name) continue;
  try {
    const { bundle, descheduler } = values;
    const problem = await run({ root, work, bundle, port: Number(values.port), descheduler });
    console.log(problem === undefined ? `passed ${name}` : `skipped ${name}: ${problem}`);
  } catch (error) {
    failed += 1;
    console.log(`failed ${name}: ${error.stack}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
