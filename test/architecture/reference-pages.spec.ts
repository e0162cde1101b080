import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BehaviourAnnotation } from '../../libs/core/pod-lifecycle/behaviours/behaviour-annotations';
import {
  ContainerUsage,
  DaemonUsage,
  NodeFact,
  NodeUsage,
} from '../../libs/core/node-pressure/usage/usage-annotations';
import { StatusReason } from '../../libs/core/api-types/errors/api-error';
import { ApiError } from '@orrery/api-types';
import { Metrics } from '@orrery/service';
import { buildSchema, isEnumType } from 'graphql';
import { RequestErrorCode } from '../../libs/api/graphql/values/errors/request-errors';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = (name: string): string => `docs/reference/${name}.md`;

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Compares a page with what it should say, apart from the padding of tables; `npm run reference` writes it. */
function expectPage(name: string, text: string): void {
  if (process.env['ORRERY_WRITE_REFERENCE'] === 'true') writeFileSync(join(root, page(name)), text);
  const unpadded = (each: string): string => each.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
  expect(unpadded(read(page(name)))).toBe(unpadded(text));
}

/** Metrics that are registered by name: `metrics.counted('name', 'help', …)`, or `measuredByCluster`. */
function countedMetrics(): string[][] {
  const source = read('libs/platform/control-plane/runtime/process/process-metrics.ts');
  const registered = source.matchAll(/(counted|measuredByCluster)\(\s*'(\w+)',\s*'([^']*)'/g);
  return [...registered].map(([, how, name, help]) => [name!, how === 'counted' ? 'counter' : 'gauge', help!]);
}

test('the page of metrics has each with its type and help', async () => {
  const { text } = await new Metrics().scrape();
  const own = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map(([, name, help, type]) => [
    name!,
    type!,
    help!,
  ]);
  const rows = [...own.filter(([name]) => !/^(process|nodejs)_/.test(name!)), ...countedMetrics()];
  expect(rows.length).toBeGreaterThan(15);
  expectPage(
    'metrics',
    `# Metrics

Served at \`/metrics\` in Prometheus' text format, by each process for its own work. The metrics of the Node.js process
(\`process_*\`, \`nodejs_*\`) come with them. Names of Kubernetes' components are those that these use.

${table(
  ['metric', 'type', 'meaning'],
  rows.sort(([a], [b]) => (a! < b! ? -1 : 1)).map(([name, type, help]) => [`\`${name}\``, type!, help!]),
)}
`,
  );
});

test('the page of errors has every code', () => {
  const codes = buildSchema(read('libs/api/graphql/schema.graphql')).getType('ErrorCode');
  const inPayload = isEnumType(codes)
    ? codes.getValues().map(({ name, description }) => [name, description ?? ''])
    : [];
  expect(inPayload.length).toBeGreaterThan(15);
  const reasons = Object.values(StatusReason).map((reason) => [`\`${reason}\``, String(new ApiError(reason, '').code)]);
  const exits = [...read('apps/cli/command.ts').matchAll(/(?:\/\*\* (.*) \*\/\n)?\s+(\w+): (\d),/g)].map(
    ([, text = 'Success.', , code]) => [code!, text],
  );
  expect(exits.map(([code]) => code)).toEqual(['0', '1', '2', '3']);
  expectPage(
    'errors',
    `# Errors

## Kubernetes API

A failed request is answered with a \`Status\`: the reason, a message, and in \`details\` the object and the fields at fault.
503 and 429 have \`Retry-After\`.

${table(['reason', 'HTTP status'], reasons)}

## GraphQL: a refused mutation

Reasons are data: \`errors { code message field }\` of the payload.

${table(
  ['code', 'meaning'],
  inPayload.map(([code, text]) => [`\`${code}\``, text!]),
)}

## GraphQL: a failed request

What fails outside of a mutation's input is an error of the response, with \`extensions.code\`:
${Object.values(RequestErrorCode)
  .map((code) => `\`${code}\``)
  .join(', ')}.

## Exit codes

Of the command \`orrery\`:

${table(['code', 'meaning'], exits)}

\`npm start\` and the separate processes end with 0 after a signal, with 2 if an option, a variable or a file is wrong, and with
1 after any other failure.
`,
  );
});

/** Annotations that the sources name as a whole. */
function writtenOut(): string[] {
  const sources = execFileSync('git', ['ls-files', 'libs', 'apps'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|testing\//.test(file));
  return sources.flatMap((file) => [...read(file).matchAll(/'orrery\.dev\/([a-z-]+)'/g)].map(([, name]) => name!));
}

test('the page of annotations has every annotation, and no other', () => {
  const known = [BehaviourAnnotation, ContainerUsage, NodeUsage, NodeFact].flatMap((names) => Object.values(names));
  const ofVolumes = ['usage-volume.<volume>', 'usage-volume-inodes.<volume>'];
  const ofDaemons = ['restarts-at', ...Object.values(DaemonUsage)].map((name) => `<daemon>.${name}`);
  const listed = [...read(page('annotations')).matchAll(/`orrery\.dev\/([\w.<>-]+)`/g)].map(([, name]) => name!);
  const expected = new Set([...known, ...ofVolumes, ...ofDaemons, ...writtenOut()]);
  expect([...new Set(listed)].sort()).toEqual([...expected].sort());
});
