import type { LessonRequest } from './lesson';

const ERRORS = '{ errors { message } }';

/** A mutation without variables of its own type: its input is of the type that GraphQL names after it. */
export function mutate(name: string, input: Readonly<Record<string, unknown>>): LessonRequest {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`;
  return { query: `mutation ($input: ${type}!) { ${name}(input: $input) ${ERRORS} }`, variables: { input } };
}

/** Lets time go by. */
export function pass(by: string): LessonRequest {
  return mutate('advanceClock', { by });
}

export function apply(...objects: readonly object[]): LessonRequest {
  return mutate('applyObject', { objects, fieldManager: 'console' });
}

type Amounts = Readonly<Record<string, string>> | undefined;

interface Resources {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

interface PodParts extends Resources {
  readonly labels?: Readonly<Record<string, string>>;
  readonly namespace?: string;
  readonly spec?: object;
}

/** A pod of one container. */
export function pod(
  name: string,
  { labels = {}, requests, limits, namespace = 'default', spec }: PodParts = {},
): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: name, ...labels } },
    spec: { ...podSpec({ requests, limits }), ...spec },
  };
}

/** A deployment of equal pods with the label `app`. */
export function deployment(name: string, replicas: number, { requests, limits, spec }: PodParts = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { ...podSpec({ requests, limits }), ...spec } },
    },
  };
}

function podSpec({ requests, limits }: Resources): object {
  const resources = { ...(requests ? { requests } : {}), ...(limits ? { limits } : {}) };
  return { containers: [{ name: 'app', image: 'nginx', resources }] };
}

/** The node of that name, and no other. */
export function on(node: string): { readonly nodeSelector: Readonly<Record<string, string>> } {
  return { nodeSelector: { 'kubernetes.io/hostname': node } };
}
