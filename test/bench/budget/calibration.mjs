// What costs are compared with. Machines that differ in memory and cache, or are shared with others, slow it as they slow a server.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const OBJECTS = 1500;
const KEPT = 12;
const kept = [];

/** A program that loads a library of some ten megabytes, and prints its cost. */
const LOADING = `require(${JSON.stringify(createRequire(import.meta.url).resolve('typescript'))});
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);`;

/** Number of passes of the loop in a pass of a start. */
const LOOPS_OF_A_START = 50;
const LOOPS_LOOKED_AT = 5;

/**
 * Calibrates starts, which read, compile and touch new memory, and compute: returns the seconds of processor time of a
 * process that loads a large library, and of {@link LOOPS_OF_A_START} passes of the loop. On machines whose loops
 * differ by 1.9 loading differs by 4 and a start by 2.3, as their sum does.
 */
export function calibrateStart() {
  const loading = Number(execFileSync(process.execPath, ['-e', LOADING], { encoding: 'utf8' }));
  return loading + LOOPS_OF_A_START * Math.min(...Array.from({ length: LOOPS_LOOKED_AT }, calibrate));
}

/**
 * Calibrates all other paths with a loop of the same character as the work of a server: JSON, maps, allocation, some of
 * it kept for a while. Runs it once; returns the seconds of processor time that it took, collection by helper threads
 * included.
 */
export function calibrate() {
  const before = process.cpuUsage();
  kept.push(loop());
  if (kept.length > KEPT) kept.shift();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function loop() {
  const byName = new Map();
  const byNode = new Map();
  for (let number = 0; number < OBJECTS; number++) {
    const object = JSON.parse(JSON.stringify(objectOf(number)));
    const changed = { ...object, metadata: { ...object.metadata, resourceVersion: String(number) } };
    byName.set(changed.metadata.name, changed);
    const node = changed.spec.nodeName;
    byNode.set(node, [...(byNode.get(node) ?? []), changed].slice(-10));
  }
  const texts = [...byName.values()]
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((object) => JSON.stringify(object));
  return { byName, bytes: Buffer.from(texts.join('\n')).length, byNode };
}

function objectOf(number) {
  const resources = { requests: { cpu: '100m', memory: '128Mi' } };
  const container = (name) => ({ name, image: 'nginx', resources, env: [{ name: 'COLOUR', value: 'blue' }] });
  const condition = (type) => ({ type, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { app: `app-${number % 10}` } },
    spec: { nodeName: `node-${number % 100}`, containers: ['main', 'side'].map(container) },
    status: { phase: 'Running', conditions: ['PodScheduled', 'Initialized', 'Ready'].map(condition) },
  };
}
