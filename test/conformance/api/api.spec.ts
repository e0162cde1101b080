import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { replay } from './conversation';
import type { Difference } from './differences';
import {
  KNOWN_DIFFERENCES_FILE,
  readKnownDifferences,
  renderKnownDifferences,
  type ListName,
} from './known-differences';
import { readRecording, type Recorded } from './recording';

const USERS = 'admin-token,admin,1,"system:masters"\nalice-token,alice,2,"devs"\n';
const PAGE = join(__dirname, '../../../docs/conformance.md');
const BEGIN = '<!-- known differences: begin -->';
const END = '<!-- known differences: end -->';
/** True if the lists are written instead of compared; new entries get the reason `new`, to be replaced by hand. */
const STORES = process.env['ORRERY_STORE_API'] !== undefined;

/** With it every difference is written to a file of the bundle in this folder. */
const SHOWN_IN = process.env['ORRERY_SHOW_API'];

/** The reason of answers that may also be the same. */
const DEPENDS_ON_TIMING = 'timing';

let server: TestGraphqlServer;
beforeAll(async () => {
  const access = { mode: AuthorizationMode.Rbac, users: parseStaticTokens(USERS).users! };
  server = await startTestGraphqlServer({ access, token: 'admin-token' });
});
afterAll(() => server.close());

/** The bundles, each with the recorded release and the lists of its differences; new ones are stored in the last. */
const BUNDLES: readonly (readonly [string, Recorded, readonly ListName[]])[] = [
  ['k8s-1.36', '1.36.2', ['1.36.2']],
  ['modern', '1.36.2', ['1.36.2', 'modern']],
  ['k8s-1.20', '1.20.2', ['1.20.2']],
];

test.each(BUNDLES)(
  '%s answers as the API server of %s',
  async (bundle, release, lists) => {
    const { url } = await server.cluster({ clock: { mode: 'REALTIME' }, settings: { bundle } });
    const { answers } = readKnownDifferences();
    const known = new Set(lists.flatMap((name) => Object.values(answers[name]).flat()));
    const either = new Set(lists.flatMap((name) => answers[name][DEPENDS_ON_TIMING] ?? []));
    const exchanges = readRecording(release);
    const found = await replay(url, exchanges, known);
    const compared = exchanges.filter(({ answer }) => answer);
    process.stdout.write(`${bundle}: ${compared.length - found.size} of ${compared.length} answers are the same\n`);
    if (STORES) store(lists, found);
    if (SHOWN_IN !== undefined)
      writeFileSync(join(SHOWN_IN, `${bundle}.txt`), [...found].map(describeWhole).join('\n'));
    const unlisted = [...found].filter(([id]) => !known.has(id)).map(([id, where]) => `${id}: ${describeAll(where)}`);
    const settled = [...known].filter((id) => !found.has(id) && !either.has(id));
    if (!STORES) expect({ unlisted, settled }).toEqual({ unlisted: [], settled: [] });
  },
  600_000,
);

test('docs/conformance.md lists the differences', () => {
  const list = renderKnownDifferences(readKnownDifferences());
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(BEGIN) + BEGIN.length;
  const end = page.indexOf(END);
  if (STORES) writeFileSync(PAGE, `${page.slice(0, begin)}\n\n${list}\n${page.slice(end)}`);
  else expect(page.slice(begin, end).trim()).toBe(list.trim());
});

function describeAll(where: readonly Difference[]): string {
  const shown = where.slice(0, 4).map(({ path, real, ours }) => `${path} real ${short(real)} ours ${short(ours)}`);
  return shown.join('; ');
}

function describeWhole([id, where]: readonly [string, readonly Difference[]]): string {
  const lines = where.map(({ path, real, ours }) => `  ${path}\n    real ${text(real)}\n    ours ${text(ours)}`);
  return `${id}\n${lines.join('\n')}`;
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function short(value: unknown): string {
  return text(value).slice(0, 300);
}

/** Keeps the reasons of answers that still differ. */
function store(lists: readonly ListName[], found: ReadonlyMap<string, Difference[]>): void {
  const { reasons, answers } = readKnownDifferences();
  const release = lists.at(-1)!;
  const elsewhere = new Set(lists.slice(0, -1).flatMap((name) => Object.values(answers[name]).flat()));
  const reasonOf = new Map(Object.entries(answers[release]).flatMap(([reason, ids]) => ids.map((id) => [id, reason])));
  const byReason: Record<string, string[]> = {};
  // What may be either way stays listed, whatever it was this time.
  const either = answers[release][DEPENDS_ON_TIMING];
  if (either) byReason[DEPENDS_ON_TIMING] = [...either];
  for (const id of [...found.keys()].filter((each) => !either?.includes(each) && !elsewhere.has(each)))
    (byReason[reasonOf.get(id) ?? 'new'] ??= []).push(id);
  const next = { reasons, answers: { ...answers, [release]: byReason } };
  writeFileSync(KNOWN_DIFFERENCES_FILE, `${JSON.stringify(next, null, 2)}\n`);
}
