// Draws docs/images/session.svg: runs the commands on a server of its own whose clock is set by hand, and draws what they
// print. Needs kubectl. `node tools/draw-session.mjs`
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const WIDTH = 1000;
const LINE_HEIGHT = 19;
const COLOURS = { command: '#7dd3fc', head: '#94a3b8', text: '#e2e8f0', good: '#86efac', bad: '#fca5a5' };

const graphql = (document) =>
  `curl -s localhost:8080/graphql -H 'content-type: application/json' -d '{"query":\n    ${JSON.stringify(document)}}'`;
const COMMANDS = [
  'kubectl get nodes -L topology.kubernetes.io/zone',
  'kubectl run web --image=nginx',
  graphql('mutation { advanceClock(input: {by: "20s"}) { events } }'),
  "kubectl get pods -o custom-columns='NAME:.metadata.name,STATUS:.status.phase,NODE:.spec.nodeName'",
  graphql('mutation { stopHeartbeats(input: {zone: "zone-1"}) { nodes } advanceClock(input: {by: "7m"}) { events } }'),
  'kubectl get nodes',
  'kubectl get pods',
  'kubectl describe node node-1 | grep Taints -A1',
];

const folder = mkdtempSync(join(tmpdir(), 'orrery-session-'));
const kubeconfig = join(folder, 'kubeconfig');
const server = spawn(
  process.execPath,
  [join(root, 'tools/start.mjs'), '--ephemeral', '--clock', 'manual', '--port', '0', '--kubeconfig', kubeconfig],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const url = await addressOf(server.stdout);
  const run = (command) =>
    execFileSync('bash', ['-c', command.replace('localhost:8080', url.replace('http://', ''))], {
      encoding: 'utf8',
      env: { ...process.env, KUBECONFIG: kubeconfig },
    });
  const lines = COMMANDS.flatMap((command) => [
    ...`$ ${command}`.split('\n').map((text) => ({ text, colour: COLOURS.command })),
    ...run(command)
      .trimEnd()
      .split('\n')
      .map((text) => ({ text, colour: colourOf(text) })),
  ]);
  writeFileSync(join(root, 'docs/images/session.svg'), draw(lines));
} finally {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

async function addressOf(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const address = /Kubernetes API +(http:\S+)/.exec(text)?.[1];
    if (address && text.includes('Ctrl-C')) return address;
  }
  throw new Error('the server did not start');
}

function colourOf(text) {
  if (text.startsWith('NAME')) return COLOURS.head;
  if (/NotReady|Terminating|unreachable/.test(text)) return COLOURS.bad;
  return text.includes('Running') ? COLOURS.good : COLOURS.text;
}

function draw(lines) {
  const height = 50 + lines.length * LINE_HEIGHT;
  const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const texts = lines.map(
    ({ text, colour }, i) =>
      `<text x="22" y="${56 + i * LINE_HEIGHT}" fill="${colour}" xml:space="preserve">${escape(text.trimEnd())}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" rx="10" fill="#0f172a"/>`,
    '<circle cx="22" cy="20" r="6" fill="#ef4444"/><circle cx="42" cy="20" r="6" fill="#f59e0b"/><circle cx="62" cy="20" r="6" fill="#22c55e"/>',
    `<text x="${WIDTH / 2}" y="24" fill="#64748b" text-anchor="middle">npm start -- --clock manual</text>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}
