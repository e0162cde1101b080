import type { ApiService, KubeObject } from '@orrery/api-types';
import { discoveryFailure, PASSED, serviceProblem, withAvailability } from './availability';
import { localApiServices, planLocalApiServices, type WantedApiService } from './local-api-services';

const WANTED = localApiServices([
  { apiVersion: 'v1', isCustom: false },
  { apiVersion: 'apps/v1', isCustom: false },
  { apiVersion: 'apiregistration.k8s.io/v1', isCustom: false },
  { apiVersion: 'orrery.dev/v1alpha1', isCustom: false },
  { apiVersion: 'policy/v1beta1', isCustom: false },
  { apiVersion: 'a.example.com/v1', isCustom: true },
  { apiVersion: 'events.k8s.io/v1beta1', isCustom: false },
  { apiVersion: 'extensions/v1beta1', isCustom: false },
  { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', isCustom: false },
]);

test('what the server answers has APIServices by priority', () => {
  const shown = WANTED.map(({ name, labels, spec }) => [
    name,
    Object.values(labels)[0],
    spec.groupPriorityMinimum,
    spec.versionPriority,
  ]);
  expect(shown).toEqual([
    ['v1.', 'onstart', 18_000, 1],
    ['v1.apps', 'onstart', 17_800, 15],
    ['v1alpha1.orrery.dev', 'onstart', 1000, 100],
    ['v1beta1.policy', 'onstart', 17_100, 9],
    ['v1.a.example.com', 'true', 1000, 100],
    ['v1beta1.events.k8s.io', 'onstart', 17_750, 5],
    ['v1beta1.extensions', 'onstart', 17_150, 1],
    ['v1.flowcontrol.apiserver.k8s.io', 'onstart', 16_100, 21],
  ]);
});

const stored = ({ name, labels, spec }: WantedApiService, more: object = {}): ApiService =>
  // Of a stored object, these parts are looked at.
  ({ metadata: { name, labels }, spec: { ...spec, ...more } }) as unknown as ApiService;
const service = { namespace: 'x', name: 'y', port: 443 };

test.each<[string, ApiService[], object]>([
  ['all are there', WANTED.map((each) => stored(each)), {}],
  ['one went', WANTED.slice(1).map((each) => stored(each)), { create: ['v1.'] }],
  ['one was changed', WANTED.map((each, i) => stored(each, i === 1 ? { service } : {})), { restore: ['v1.apps'] }],
  ['one is a user’s', WANTED.map((each, i) => stored({ ...each, labels: {} }, i === 4 ? { service } : {})), {}],
  [
    'one is of a definition that went',
    [...WANTED, { ...WANTED[4]!, name: 'v1.gone.example.com' }].map((each) => stored(each)),
    { remove: ['v1.gone.example.com'] },
  ],
])('where %s', (_name, existing, want) => {
  const { create, restore, remove } = planLocalApiServices(WANTED, existing);
  expect({
    create: create.map(({ name }) => name),
    restore: restore.map(({ name }) => name),
    remove: remove.map(({ metadata }) => metadata.name),
  }).toEqual({ create: [], restore: [], remove: [], ...want });
});

// Of services and endpoints, these parts are looked at.
const of = (spec: object): KubeObject => ({ spec }) as unknown as KubeObject;
const endpoints = (subsets: object[]): KubeObject => ({ subsets }) as unknown as KubeObject;
const https = { name: 'https', port: 443 };

test.each<[string, KubeObject | undefined, KubeObject | undefined, string | undefined]>([
  ['no service', undefined, undefined, 'ServiceNotFound service/y in "x" is not present'],
  [
    'another port',
    of({ ports: [{ port: 80 }] }),
    undefined,
    'ServicePortError service/y in "x" is not listening on port 443',
  ],
  ['no endpoints', of({ ports: [https] }), undefined, 'EndpointsNotFound cannot find endpoints for service/y in "x"'],
  [
    'no addresses',
    of({ ports: [https] }),
    endpoints([{ ports: [https] }]),
    'MissingEndpoints endpoints for service/y in "x" have no addresses with port name "https"',
  ],
  ['an address', of({ ports: [https] }), endpoints([{ addresses: [{}], ports: [https] }]), undefined],
  ['a name elsewhere', of({ type: 'ExternalName', externalName: 'a.example.com' }), undefined, undefined],
])('a service with %s', (_name, found, its, want) => {
  const problem = serviceProblem(service, { service: found, endpoints: its });
  expect(problem && `${problem.reason} ${problem.message}`).toBe(want);
});

test('a condition changes its time with its status alone', () => {
  const failing = withAvailability(undefined, discoveryFailure('https://x', 'refused'), 'then')!;
  expect(failing.conditions).toEqual([
    {
      type: 'Available',
      status: 'False',
      lastTransitionTime: 'then',
      reason: 'FailedDiscoveryCheck',
      message: 'failing or missing response from https://x: refused',
    },
  ]);
  expect(withAvailability(failing, discoveryFailure('https://x', 'refused'), 'now')).toBeUndefined();
  const other = withAvailability(failing, discoveryFailure('https://x', 'reset'), 'now')!;
  expect(other.conditions![0]).toMatchObject({ lastTransitionTime: 'then' });
  expect(withAvailability(failing, PASSED, 'now')!.conditions![0]).toMatchObject({
    status: 'True',
    lastTransitionTime: 'now',
  });
});
