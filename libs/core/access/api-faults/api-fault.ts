import { duration, fields, integer, listOf, mapOf, number, string, type ValueOf } from '@orrery/documents';

const PATTERN = 'a `*` at the end matches any ending; all if absent';

/** HTTP codes of the Kubernetes API, with the default messages of a rule's errors. */
export const API_FAULT_MESSAGES: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  403: 'the server does not allow access to the requested resource',
  404: 'the server could not find the requested resource',
  409: 'the server reported a conflict',
  410: 'The provided resource version is too old',
  429: 'the server has received too many requests and has asked us to try again later',
  500: 'Internal error occurred: injected fault',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};
const CODES = Object.keys(API_FAULT_MESSAGES);

/** Rule of faults: the requests that it matches, and its effects on them. */
export const API_FAULT = fields(
  {
    users: listOf(string(), { about: `Names of users; ${PATTERN}.` }),
    userAgents: listOf(string(), { about: `User-Agent headers of clients; ${PATTERN}.` }),
    verbs: listOf(string(), { about: 'Verbs as in roles: get, list, watch, create, update, …; all if absent.' }),
    resources: listOf(string(), {
      about: `Resources: \`pods\`, \`deployments.apps\`, \`pods/status\`; ${PATTERN}.`,
    }),
    namespaces: listOf(string(), { about: `Namespaces; ${PATTERN}.` }),
    names: listOf(string(), { about: `Names of objects; ${PATTERN}.` }),
    code: integer({
      about: `HTTP code of the answer: ${CODES.join(', ')}.`,
      check: (code) => (code in API_FAULT_MESSAGES ? undefined : `must be one of ${CODES.join(', ')}`),
    }),
    message: string({ about: 'Message of the answer with `code`.', shownDefault: 'what the real server says' }),
    retryAfter: duration({
      about: 'Delay after which clients are asked to try again, in whole seconds; only with `code`.',
      range: { min: 1000, text: 'must be at least 1s' },
    }),
    latency: duration({
      about: 'Delay of the request, in real time.',
      range: { min: 1, max: 600_000, text: 'must be between 1ms and 10m' },
    }),
    watchLifetime: duration({
      about: 'After how much real time watches end with an error event of code 410, so that clients list again.',
      range: { min: 0, text: 'must not be negative' },
    }),
    probability: number({
      about: 'Share of the requests, drawn with the seed of the cluster.',
      shownDefault: '1',
      range: { min: 0, max: 1, text: 'must be between 0 and 1' },
    }),
    times: integer({
      about: 'Maximum number of requests, counted by each API server since its start; any number if absent.',
      range: { min: 1, text: 'must be at least 1' },
    }),
  },
  {
    about: 'A rule by which requests for resources fail, take longer, or lose their watches.',
    check: ({ code, latency, watchLifetime, message, retryAfter }) => {
      if (code === undefined && latency === undefined && watchLifetime === undefined)
        return 'must have at least one of code, latency, watchLifetime';
      if (code === undefined && (message !== undefined || retryAfter !== undefined))
        return 'message and retryAfter are only valid with code';
      return undefined;
    },
  },
);

/** A rule; durations in ms. */
export type ApiFault = ValueOf<typeof API_FAULT>;

/** Rules of a cluster by name, as in its settings. */
export const API_FAULTS = mapOf(API_FAULT, {
  about: 'Rules by which requests of the Kubernetes API fail, take longer or lose their watches, by name.',
});
