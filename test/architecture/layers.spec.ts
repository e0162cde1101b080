import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WorkspaceCopy } from './workspace-copy';

let copy: WorkspaceCopy;
beforeAll(() => {
  copy = new WorkspaceCopy();
});
afterAll(() => copy.remove());

/** Maximum size of the report, which lists every module that was checked. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Returns the violations of the import rules in these files, as `npm run lint` reports them. */
function violations(...files: string[]): string[] {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, ...files, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const report = JSON.parse(
    execFileSync(process.execPath, args, {
      cwd: copy.path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: MAX_REPORT_BYTES,
    }),
  ) as { summary: { violations: Violation[] } };
  return report.summary.violations.map(({ rule }) => rule.name);
}

describe('the import rules', () => {
  test.each([
    { what: 'core importing the platform', line: "import '@orrery/store';", rule: 'core-imports-core-only' },
    {
      what: 'core importing an app',
      line: "import '../../../../apps/kubelet/action-writer';",
      rule: 'core-imports-core-only',
    },
    {
      what: 'an area importing its neighbour',
      line: "import '@orrery/scheduling';",
      rule: 'core-areas-do-not-know-each-other',
    },
    {
      what: 'Kubernetes importing a product',
      line: "import '@orrery/openshift';",
      rule: 'products-are-behind-their-door',
    },
    {
      what: 'an area entered not by its index',
      line: "import '../../time/duration';",
      rule: 'areas-are-entered-by-their-index',
    },
  ])('find $what', ({ line, rule }) => {
    const folder = join(copy.path, 'libs/core/quantity/forbidden-imports');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'forbidden.ts'), `${line}\nexport {};\n`);
    expect(violations('libs/core/quantity/forbidden-imports')).toContain(rule);
  });

  test.each([
    {
      what: 'a model that asks',
      room: 'model',
      line: "import '../../graphql/client';",
      rule: 'model-of-the-console-draws-nothing',
    },
    {
      what: 'drawing that asks',
      room: 'draw',
      line: "import '../../graphql/client';",
      rule: 'drawing-of-the-console-asks-nothing',
    },
    {
      what: 'a form that takes from a page',
      room: 'forms',
      line: "import '../../pages/clusters/new-cluster';",
      rule: 'pages-of-the-console-are-on-top',
    },
    {
      what: 'a page that takes from the server',
      room: 'pages',
      line: "import '@orrery/actions';",
      rule: 'console-uses-the-public-api-alone',
    },
  ])('find $what in the console', ({ room, line, rule }) => {
    const folder = `apps/console/src/${room}/forbidden-imports`;
    mkdirSync(join(copy.path, folder), { recursive: true });
    writeFileSync(join(copy.path, folder, 'forbidden.ts'), `${line}\nexport {};\n`);
    expect(violations(folder)).toContain(rule);
  });

  it('find a cycle that is closed by a type alone', () => {
    const folder = join(copy.path, 'libs/core/quantity/cycle-of-types');
    mkdirSync(folder, { recursive: true });
    const file = (name: string, other: string): void =>
      writeFileSync(
        join(folder, `${name}.ts`),
        `import type { ${other} } from './${other}';\nexport type ${name} = ${other}[];\n`,
      );
    file('a', 'b');
    file('b', 'a');
    expect(violations('libs/core/quantity/cycle-of-types')).toContain('no-cycles');
  });
});
