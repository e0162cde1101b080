import { renderFieldError } from '@orrery/api-types';
import { podBehaviorErrors } from './validate-behaviour';

const errorsOf = (spec: unknown): string[] =>
  podBehaviorErrors(spec, (text) => (text.includes('wrong') ? 'no amount' : undefined)).map(renderFieldError);
const ofContainer = (app: object): string[] => errorsOf({ containers: { app } });

test.each<[string, unknown]>([
  ['nothing', undefined],
  [
    'everything',
    {
      priority: 10,
      selector: {
        namespaces: ['shop'],
        names: ['web-*'],
        labelSelector: {},
        annotations: { a: 'b' },
        ownerKinds: ['Job'],
        images: ['nginx:*'],
        probability: 0.5,
        weight: 3,
      },
      containers: {
        '*': {
          image: {
            pullError: 'gone',
            pull: '4s',
            sizeBytes: '1Gi',
            failures: [{ attempts: '1-3', reason: 'timeout' }],
          },
          start: { readyAfter: '5s' },
          run: { exitAfter: '30s,never', exitCodes: [1, 0], exitReason: 'Error' },
          terminate: { stopAfter: 'never', exitCode: 0 },
          probes: { readiness: ['60s-90s', '5m-'] },
          usage: { memory: '100Mi,1m~2Gi', cpu: 1, 'volume:data': [{ at: '0s', value: '1Gi' }] },
        },
        app: {
          image: { pull: { latency: '1s', bandwidth: '100Mi' } },
          start: { latency: { uniform: { min: '1s', max: '2s' } }, readyAfter: 'normal(5s 1s)' },
          terminate: { onSigterm: { exitAfter: '2s', exitCode: 0 }, preStop: { empirical: ['1s', '5s'] } },
          usage: { memory: { ramp: { rate: '1Mi', cap: 'limit×0.9' } } },
          run: [
            { attempts: '1,3-5', duration: { lognormal: { median: '5s', sigma: 1 } }, signal: 9, message: 'out' },
            { attempts: '*', duration: 'forever' },
          ],
        },
      },
    },
  ],
])('%s is right', (_what, spec) => expect(errorsOf(spec)).toEqual([]));

test.each<[unknown, string]>([
  [[], 'spec: Invalid value: must be an object'],
  [{ selectors: {} }, 'spec.selectors: Invalid value: unknown field; did you mean selector?'],
  [{ selector: { names: 'web' } }, 'spec.selector.names: Invalid value: "web": must be a list'],
  [{ selector: { names: [1] } }, 'spec.selector.names[0]: Invalid value: 1: must be a string'],
  [{ selector: { annotations: { a: 1 } } }, 'spec.selector.annotations[a]: Invalid value: 1: must be a string'],
  [{ selector: { probability: 2 } }, 'spec.selector.probability: Invalid value: 2: must be between 0 and 1'],
  [{ selector: { weight: -1 } }, 'spec.selector.weight: Invalid value: -1: must not be less than 0'],
  [{ containers: [] }, 'spec.containers: Invalid value: must be an object'],
])('%j: %s', (spec, want) => expect(errorsOf(spec).map(withoutJson)).toEqual([want]));

const AT = 'spec.containers[app]';
const DURATION = 'must be a duration that is not negative, for example 30s';
test.each<[object, string]>([
  [{ image: { pull: 'soon' } }, `${AT}.image.pull: Invalid value: "soon": ${DURATION}`],
  [{ image: { pull: { latency: '-1s' } } }, `${AT}.image.pull.latency: Invalid value: "-1s": ${DURATION}`],
  [{ image: { sizeBytes: 0 } }, `${AT}.image.sizeBytes: Invalid value: 0: must be a quantity greater than zero`],
  [{ image: { failures: [{ attempts: '1' }] } }, `${AT}.image.failures[0].reason: Required value`],
  [
    { image: { failures: [{ attempts: '3-1', reason: 'x' }] } },
    `${AT}.image.failures[0].attempts: Invalid value: "3-1": must be attempts up to 1000, for example 1-3,5 or *`,
  ],
  [{ run: { exitAfter: '30s,forever' } }, `${AT}.run.exitAfter: Invalid value: "forever": ${DURATION}`],
  [
    { run: { exitCodes: [0, 256] } },
    `${AT}.run.exitCodes[1]: Invalid value: 256: must be between 0 and 255, inclusive`,
  ],
  [{ run: [{ duration: '5s' }] }, `${AT}.run[0].attempts: Required value`],
  [
    { run: [{ attempts: '1', signal: 0 }] },
    `${AT}.run[0].signal: Invalid value: 0: must be between 1 and 64, inclusive`,
  ],
  [{ start: { latency: { uniform: { min: '1s' } } } }, `${AT}.start.latency.uniform.max: Required value`],
  [
    { start: { latency: { uniform: { min: '3s', max: '1s' } } } },
    `${AT}.start.latency: Invalid value: its bounds contradict each other`,
  ],
  [
    { start: { latency: {} } },
    `${AT}.start.latency: Invalid value: must be one of constant, uniform, normal, lognormal, empirical`,
  ],
  [{ start: { latency: 'poisson(1s)' } }, `${AT}.start.latency: Invalid value: "poisson(1s)": ${DURATION}`],
  [{ terminate: { onSigterm: 'sulk' } }, `${AT}.terminate.onSigterm: Invalid value: "sulk": must be an object`],
  [
    { usage: { memory: null } },
    `${AT}.usage[memory]: Invalid value: null: must be a quantity, a curve, a list of corners or a generator`,
  ],
  [
    { run: [{ attempts: '1-5000' }] },
    `${AT}.run[0].attempts: Invalid value: "1-5000": must be attempts up to 1000, for example 1-3,5 or *`,
  ],
  [
    { terminate: { exitCode: 1.5 } },
    `${AT}.terminate.exitCode: Invalid value: 1.5: must be between 0 and 255, inclusive`,
  ],
  [
    { probes: { readiness: ['90s-60s'] } },
    `${AT}.probes.readiness[0]: Invalid value: "90s-60s": must be times after the start of the container, for example 60s-90s or 5m-`,
  ],
  [
    { http: [{ path: '/', status: 99 }] },
    `${AT}.http[0].status: Invalid value: 99: must be between 200 and 599, inclusive`,
  ],
  [
    { http: [{ headers: { 'X-A': 'a\nb' } }] },
    `${AT}.http[0].headers[X-A]: Invalid value: "a\\nb": must be a text that HTTP can carry`,
  ],
  [{ http: [{ after: 'soon' }] }, `${AT}.http[0].after: Invalid value: "soon": ${DURATION}`],
  [{ probes: { health: [] } }, `${AT}.probes.health: Invalid value: unknown field`],
  [{ usage: { memory: 'wrong' } }, `${AT}.usage[memory]: Invalid value: "wrong": no amount`],
  [
    { usage: { memory: [{ at: '0s', value: 1, interpolation: 'cubic' }] } },
    `${AT}.usage[memory][0].interpolation: Unsupported value: "cubic": supported values: "step", "linear"`,
  ],
  [
    { usage: { gpu: '1' } },
    `${AT}.usage[gpu]: Unsupported value: "gpu": supported values: "cpu", "memory", "pids", "rootfs", "inodes", "logs", "volume:<name>"`,
  ],
])('of a container, %j: %s', (app, want) => expect(ofContainer(app).map(withoutJson)).toEqual([want]));

/** Removes the printed JSON of objects and lists; the table has their values already. */
function withoutJson(text: string): string {
  return text.replace(/Invalid value: (\{.*\}|\[.*\]|object|array)(: )/, 'Invalid value: ');
}
