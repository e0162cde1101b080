import { pack } from '../testing/pack';
import { readTrace } from './read-trace';

const trace = (lifecycles: [unknown, unknown][], more: object = {}): Uint8Array =>
  pack({ version: 2, config: {}, events: [{}, {}], index: {}, pod_lifecycles: new Map(lifecycles), ...more });
const HASH = 18_161_541_283_955_474_812n;
const WEB = ['apps/v1.Deployment', 'shop/web'];
const RUNS = [
  { Finished: [100, 142] },
  { Running: 150 },
  'Empty',
  { start_ts: 1, end_ts: 8 },
  { start_ts: 1, end_ts: null },
];

test('pods of owners that have one sort of them complete after the times recorded, in order', () => {
  expect(
    readTrace(
      trace([
        [
          WEB,
          new Map<unknown, unknown>([
            [HASH, RUNS],
            [7, [{ Finished: [0, 1] }]],
          ]),
        ],
      ]),
    ),
  ).toEqual({
    ok: true,
    events: 2,
    behaviors: [
      {
        apiVersion: 'sim.orrery.dev/v1',
        kind: 'PodBehavior',
        metadata: { name: 'trace-deployment-shop-web' },
        spec: {
          selector: { namespaces: ['shop'], owner: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
          completeAfter: { empirical: ['42s', 'forever', '7s', 'forever', '1s'] },
        },
      },
    ],
  });
});

test('pods of other owners are distinguished by their hash', () => {
  const verdict = readTrace(
    trace([
      [
        ['batch.volcano.sh/v1alpha1.Job', 'ml/train'],
        new Map<unknown, unknown>([
          [HASH, RUNS.slice(0, 1)],
          [7, ['Empty']],
        ]),
      ],
    ]),
  );
  expect(
    verdict.ok && verdict.behaviors.map(({ metadata, spec }) => [metadata.name, spec.selector.podSpecHash]),
  ).toEqual([['trace-job-ml-train-18161541283955474812', '18161541283955474812']]);
});

test.each<[string, Uint8Array, string]>([
  ['what is no MessagePack', Uint8Array.of(0xc1), 'it is not MessagePack: Unrecognized type byte: 0xc1'],
  ['what ends too soon', trace([]).slice(0, 20), 'it is not MessagePack: Offset is outside the bounds of the DataView'],
  ['what goes on', Uint8Array.of(1, 1), 'it is not MessagePack: Extra 1 of 2 byte(s) found at buffer[1]'],
  ['no map', pack([1]), 'trace: must be a map'],
  ['another version', trace([], { version: 1 }), 'version: 1 is not 2'],
  ['an owner that is none', trace([['web', {}]]), 'pod_lifecycles: a key must be the kind and the name of an owner'],
  [
    'an owner without a namespace',
    trace([[['v1.Pod', 'web'], {}]]),
    'pod_lifecycles[v1.Pod web]: must be such as apps/v1.Deployment default/web',
  ],
  [
    'an end before the start',
    trace([[WEB, { 7: [{ Finished: [2, 1] }] }]]),
    'pod_lifecycles[apps/v1.Deployment shop/web][7][0]: end_ts must be a time after start_ts',
  ],
  [
    'no start',
    trace([[WEB, { 7: [{}] }]]),
    'pod_lifecycles[apps/v1.Deployment shop/web][7][0]: start_ts must be a time in seconds',
  ],
])('refuses %s', (_, bytes, error) => {
  expect(readTrace(bytes)).toEqual({ ok: false, error });
});
