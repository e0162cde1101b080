// npm run conformance:e2e — Kubernetes' own end-to-end suite against servers of this checkout. Every spec that needs no
// real container runs unaided, in a process of its own; classification.json says which do not run and why.
//   --e2e-test FILE   the compiled suite (default: the one that build.mjs makes, which is built if it is missing)
//   --repo DIR        the source tree that it was compiled from; its manifests are read at run time
//   --release TEXT    its release, such as 1.20.2; needed with --e2e-test
//   --work DIR        where it is built, and where logs and results of runs are kept (default: .orrery-e2e)
//   --bundle NAME     behaviour of the clusters (default: that of the suite's release)
//   --focus TEXT      only specs whose name has this text; may be given several times
//   --all             also the specs that classification.json leaves out
//   --workers N       specs at once on the server of the parallel ones (4)
//   --serial-servers N  servers among which the serial specs are divided (2)
//   --seconds N       after which a spec is ended (420)
//   --port N          first of the ports of the servers (18340)
//   --list            says what would run, and runs nothing
//   --store           writes the results and docs/conformance.md (refused for a part of the suite)
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSuite } from './build.mjs';
import { classify, readClassification } from './classify.mjs';
import { runSpecs } from './run-specs.mjs';
import { POD_SECURITY_POLICIES, startServer } from './server.mjs';
import { kubectlPath, specNames } from './suite.mjs';
import { commitOf, resultsOf, storeResults } from './results.mjs';
import { failures, table } from './table.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { values } = parseArgs({
  options: {
    'e2e-test': { type: 'string' },
    repo: { type: 'string' },
    release: { type: 'string' },
    work: { type: 'string', default: join(root, '.orrery-e2e') },
    bundle: { type: 'string', default: 'k8s-1.20' },
    focus: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    workers: { type: 'string', default: '4' },
    'serial-servers': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '420' },
    port: { type: 'string', default: '18340' },
    list: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
  },
});
const isPart = values.focus.length > 0;
if (isPart && values.store) throw new Error('--store needs a run of the whole suite: leave out --focus');

mkdirSync(values.work, { recursive: true });
const suite = values['e2e-test'] ? givenSuite(values) : buildSuite(resolve(values.work));
const version = suite.release;
const specs = classify(specNames(suite, resolve(values.work)), readClassification(version));
const isOfConformance = ({ name }) => name.includes('[Conformance]');
const wanted = specs.filter(
  ({ name, verdict }) =>
    (values.all || verdict === 'runs') && (!isPart || values.focus.some((text) => name.includes(text))),
);
// What counts most is known first.
const chosen = [...wanted.filter(isOfConformance), ...wanted.filter((spec) => !isOfConformance(spec))];
if (values.list) {
  for (const { name, verdict, reason } of specs) console.log([verdict, name, reason ?? ''].join('\t'));
} else {
  const out = join(resolve(values.work), `run-${new Date().toISOString().replaceAll(':', '')}`);
  mkdirSync(out, { recursive: true });
  const commit = commitOf(root);
  await runAll(out);
  const results = resultsOf({
    version,
    bundle: values.bundle,
    commit,
    specs: isPart ? chosen : specs,
    ran: readRan(out),
  });
  writeFileSync(join(out, 'results.json'), JSON.stringify(results, undefined, 1));
  console.log(`\n${table(results)}\n\n${failures(results)}\n\nlogs: ${out}`);
  if (values.store) storeResults(root, results);
}

function givenSuite({ 'e2e-test': program, repo, release }) {
  if (!repo || !release) throw new Error('--e2e-test needs --repo and --release: its source tree and what that is');
  return { program: resolve(program), repo: resolve(repo), release };
}

/**
 * Parallel specs share a server; serial and disruptive ones run one by one on servers of their own, all at a time. So do those
 * that ask for an admission plugin which is off by default: where it is on, the others would run otherwise.
 */
async function runAll(out) {
  const isSerial = ({ name }) => /\[Serial\]|\[Disruptive\]/.test(name);
  const isOfPolicies = ({ name }) => name.includes('[Feature:PodSecurityPolicy]');
  const groups = [
    { specs: chosen.filter((spec) => !isSerial(spec) && !isOfPolicies(spec)), workers: Number(values.workers) },
    { specs: chosen.filter(isOfPolicies), workers: 1, hasPodSecurityPolicies: true },
    ...divided(chosen.filter(isSerial), Number(values['serial-servers'])).map((specs) => ({ specs, workers: 1 })),
  ];
  await Promise.all(
    groups.map(async (group, index) => {
      if (group.specs.length === 0) return;
      const kubeconfig = join(out, `kubeconfig-${index}`);
      const server = await startServer({
        root,
        port: Number(values.port) + index,
        bundle: values.bundle,
        kubeconfig,
        log: join(out, `server-${index}.log`),
        masterConfig: group.hasPodSecurityPolicies ? withPodSecurityPolicies(out) : undefined,
      });
      try {
        await runSpecs(group.specs, {
          suite,
          out,
          kubeconfig,
          kubectl: suite.kubectl ?? kubectlPath(root),
          workers: group.workers,
          limitMs: Number(values.seconds) * 1000,
        });
      } finally {
        await server.stop();
      }
    }),
  );
}

function withPodSecurityPolicies(out) {
  const file = join(out, 'pod-security-policies.json');
  writeFileSync(file, JSON.stringify(POD_SECURITY_POLICIES));
  return file;
}

/** Divides the specs round-robin, because long ones are adjacent in the list. */
function divided(specs, parts) {
  return Array.from({ length: parts }, (_, part) => specs.filter((_spec, index) => index % parts === part));
}

function readRan(out) {
  const lines = readFileSync(join(out, 'ran.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
