// Runs specs, each in a process of the suite of its own, some at a time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { suiteFlags } from './suite.mjs';
import { outcomeOf } from './outcome.mjs';

/** Time in which the suite deletes its namespaces after an interrupt. */
const END_LIMIT_MS = 20_000;
const CLUSTER_FLAGS = [
  '--num-nodes=4',
  '--allowed-not-ready-nodes=0',
  '--node-schedulable-timeout=1m',
  '--system-pods-startup-timeout=10s',
];

/** Appends a line per spec to ran.jsonl in `out`, where its log is as well. */
export async function runSpecs(specs, options) {
  const waiting = [...specs];
  let done = 0;
  const worker = async () => {
    for (let spec = waiting.shift(); spec; spec = waiting.shift()) {
      const result = await runSpec(spec.name, options);
      appendFileSync(join(options.out, 'ran.jsonl'), `${JSON.stringify(result)}\n`);
      done += 1;
      console.log(`${done}/${specs.length} ${result.outcome} ${result.seconds}s ${spec.name} ${result.reason ?? ''}`);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, worker));
}

async function runSpec(name, { suite, out, kubeconfig, kubectl, limitMs }) {
  const log = `${createHash('sha1').update(name).digest('hex').slice(0, 10)}.log`;
  const path = join(out, log);
  const file = openSync(path, 'w');
  writeSync(file, `SPEC ${name}\n`);
  // kubectl keeps what it learns of the server's kinds there, and other specs define kinds meanwhile.
  const home = join(out, `${log}.home`);
  mkdirSync(home);
  const startedMs = Date.now();
  const flags = [`--kubeconfig=${kubeconfig}`, `--kubectl-path=${kubectl}`, `--ginkgo.focus=${escaped(name)}$`];
  const child = spawn(suite.program, [...suiteFlags(suite), ...CLUSTER_FLAGS, ...flags], {
    stdio: ['ignore', file, file],
    detached: true,
    env: { ...process.env, KUBECONFIG: kubeconfig, HOME: home },
  });
  const isLate = await ended(child, limitMs);
  closeSync(file);
  rmSync(home, { recursive: true, force: true });
  const seconds = Math.round((Date.now() - startedMs) / 100) / 10;
  return { name, seconds, log, ...outcomeOf(readFileSync(path, 'utf8'), isLate) };
}

/** Waits for the end of a process group, which it ends after the limit. Says whether it had to. */
function ended(child, limitMs) {
  return new Promise((resolve) => {
    let isLate = false;
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    };
    const limit = setTimeout(() => {
      isLate = true;
      signal('SIGINT');
      setTimeout(() => signal('SIGKILL'), END_LIMIT_MS).unref();
    }, limitMs);
    child.on('exit', () => {
      clearTimeout(limit);
      resolve(isLate);
    });
  });
}

function escaped(text) {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
