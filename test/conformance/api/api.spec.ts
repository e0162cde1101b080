import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { replay } from './conversation';
import type { Difference } from './differences';
import { KNOWN_DIFFERENCES_FILE, readKnownDifferences, renderKnownDifferences } from './known-differences';
import { readRecording, type Recorded } from './recording';

const USERS = 'admin-token,admin,1,"system:masters"\nalice-token,alice,2,"devs"\n';
const PAGE = join(__dirname, '../../../docs/conformance.md');
const BEGIN = '<!-- known differences: begin -->';
const END = '<!-- known differences: end -->';
/** True if the lists are written instead of compared; new entries get the reason `new`, to be replaced by hand. */
const STORES = process.env['ORRERY_STORE_API'] !== undefined;

/** With it every difference is written to a file of the release in this folder. */
const SHOWN_IN = process.env['ORRERY_SHOW_API'];

/** The reason of answers that may also be the same. */
const DEPENDS_ON_TIMING = 'timing';

let server: TestGraphqlServer;
beforeAll(async () => {
  const access = { mode: AuthorizationMode.Rbac, users: parseStaticTokens(USERS).users! };
  server = await startTestGraphqlServer({ access, token: 'admin-token' });
});
afterAll(() => server.close());

const BUNDLES: readonly (readonly [Recorded, string])[] = [
  ['1.36.2', 'k8s-1.36'],
  ['1.20.2', 'k8s-1.20'],
];

test.each(BUNDLES)(
  'what the API server of %s answers',
  async (release, bundle) => {
    const { url } = await server.cluster({ clock: { mode: 'REALTIME' }, settings: { bundle } });
    const listed = readKnownDifferences().answers[release];
    const known = new Set(Object.values(listed).flat());
    const either = new Set(listed[DEPENDS_ON_TIMING]);
    const exchanges = readRecording(release);
    const found = await replay(url, exchanges, known);
    const compared = exchanges.filter(({ answer }) => answer);
    process.stdout.write(`${release}: ${compared.length - found.size} of ${compared.length} answers are the same\n`);
    if (STORES) store(release, found);
    if (SHOWN_IN !== undefined)
      writeFileSync(join(SHOWN_IN, `${release}.txt`), [...found].map(describeWhole).join('\n'));
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
function store(release: Recorded, found: ReadonlyMap<string, Difference[]>): void {
  const { reasons, answers } = readKnownDifferences();
  const reasonOf = new Map(Object.entries(answers[release]).flatMap(([reason, ids]) => ids.map((id) => [id, reason])));
  const byReason: Record<string, string[]> = {};
  // What may be either way stays listed, whatever it was this time.
  const either = answers[release][DEPENDS_ON_TIMING];
  if (either) byReason[DEPENDS_ON_TIMING] = [...either];
  for (const id of [...found.keys()].filter((each) => !either?.includes(each)))
    (byReason[reasonOf.get(id) ?? 'new'] ??= []).push(id);
  const next = { reasons, answers: { ...answers, [release]: byReason } };
  writeFileSync(KNOWN_DIFFERENCES_FILE, `${JSON.stringify(next, null, 2)}\n`);
}
