import * as fc from 'fast-check';
import { makeNode } from '@orrery/builders';
import { DomainCounts } from './domain-counts';
import { NodeMask } from './node-mask';
import { RegisteredDomains } from './registered-domains';
import { NO_DOMAIN, TopologyColumn } from './topology-column';

const ROWS = 200;

/** Expected content of the tables, from plain lists. */
class Expected {
  readonly values: (string | undefined)[] = [];
  readonly isIn: boolean[] = [];
  readonly pods: number[] = [];

  domains(): Map<string, { count: number; isRegistered: boolean }> {
    const domains = new Map<string, { count: number; isRegistered: boolean }>();
    this.values.forEach((value, row) => {
      if (value === undefined || !this.isIn[row]) return;
      const domain = domains.get(value) ?? { count: 0, isRegistered: true };
      domains.set(value, { ...domain, count: domain.count + (this.pods[row] ?? 0) });
    });
    return domains;
  }
}

const stepArb = fc.record({
  row: fc.integer({ min: 0, max: ROWS - 1 }),
  value: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined, freq: 6 }),
  isIn: fc.boolean(),
  pods: fc.integer({ min: 0, max: 3 }),
});

function check(steps: readonly (typeof stepArb extends fc.Arbitrary<infer T> ? T : never)[], isEarly: boolean): void {
  const column = new TopologyColumn('zone');
  const mask = new NodeMask('tainted', ({ spec }) => Boolean(spec.unschedulable));
  const expected = new Expected();
  if (!isEarly)
    for (let row = 0; row < 100; row++) column.place(row, makeNode('n').label('zone', `early-${row}`).build());
  const counts = new DomainCounts(column, mask);
  counts.registered = new RegisteredDomains(counts, mask);
  if (!isEarly) {
    for (let row = 0; row < 100; row++) {
      column.place(row, undefined);
      mask.place(row, undefined);
      counts.nodeMoved(row);
    }
  }
  for (const { row, value, isIn, pods } of steps) {
    const node = makeNode(`n${row}`);
    const marked = isIn ? node.cordoned() : node;
    column.place(row, value === undefined ? undefined : marked.label('zone', `z${value}`).build());
    mask.place(row, value === undefined ? undefined : marked.build());
    counts.nodeMoved(row);
    counts.add(row, pods - (expected.pods[row] ?? 0));
    expected.values[row] = value === undefined ? undefined : `z${value}`;
    expected.isIn[row] = isIn;
    expected.pods[row] = pods;
  }
  const domains = expected.domains();
  const all = [...domains.values()].map(({ count }) => count);
  expect(counts.registered.size).toBe(domains.size);
  expect(counts.registered.minimum()).toBe(all.length === 0 ? 0 : Math.min(...all));
  expect(counts.total).toBe(all.reduce((sum, count) => sum + count, 0));
  expected.values.forEach((value, row) => {
    expect(counts.onRow(row)).toBe(expected.pods[row]);
    const domain = counts.domainOf(row);
    if (value === undefined || !expected.isIn[row]) return expect(domain).toBe(NO_DOMAIN);
    expect(counts.at(domain)).toBe(domains.get(value)!.count);
    const lifted =
      all.length === 1 ? [] : [...domains].filter(([name]) => name !== value).map(([, { count }]) => count);
    const extra = new Map([[domain, 5]]);
    expect(counts.registered!.minimumWith(extra)).toBe(Math.min(...lifted, domains.get(value)!.count + 5));
  });
}

test.each([
  ['few domains: an array from the start', true],
  ['many domains: sparse at first', false],
])('%s', (_name, isEarly) => {
  fc.assert(
    fc.property(fc.array(stepArb, { minLength: 1, maxLength: 150, size: 'max' }), (steps) => check(steps, isEarly)),
    { numRuns: 60 },
  );
});

test('numbers of domains are used again, so that hosts may come and go for ever', () => {
  const column = new TopologyColumn('host');
  for (let i = 0; i < 500; i++) {
    column.place(0, makeNode('n').label('host', `h${i}`).build());
    column.place(
      1,
      makeNode('m')
        .label('host', `h${i + 1}`)
        .build(),
    );
  }
  expect(column.domainCount).toBe(2);
  expect(column.idCount).toBeLessThan(5);
});
