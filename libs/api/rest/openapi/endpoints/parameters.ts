import { isAfter, isUpTo, type ReleaseName } from '@orrery/api-types';

/** A parameter of a request, in its path or its query. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

type Type = Parameter['type'];

function query(name: string, type: Type, description: string): Parameter {
  return { name, in: 'query', type, description };
}

function path(name: string, description: string): Parameter {
  return { name, in: 'path', type: 'string', description };
}

export const NAMESPACE = path('namespace', 'object name and auth scope, such as for teams and projects');
export const PROXIED_PATH = path('path', 'path to the resource');

/** Returns the parameter of the name in the path, described with the kind. */
export function nameOf(kind: string): Parameter {
  return path('name', `name of the ${kind}`);
}

export const PRETTY = query('pretty', 'string', "If 'true', then the output is pretty printed.");
const DRY_RUN = query(
  'dryRun',
  'string',
  'With "All", nothing is stored and everything else is done. Other values are refused.',
);
const MANAGER_TEXT = 'The name under which fields are owned: at most 128 printable characters.';
const FIELD_MANAGER = query('fieldManager', 'string', MANAGER_TEXT);
const FIELD_VALIDATION = query(
  'fieldValidation',
  'string',
  'What happens to unknown and repeated fields: with "Ignore" they are dropped, with "Warn" (the default) each gets a warning, with "Strict" the request is refused.',
);
const FORCE = query('force', 'boolean', 'An apply takes fields that others own. Other patches must not set it.');
const INCLUDE_UNINITIALIZED = query(
  'includeUninitialized',
  'boolean',
  'Shows objects that initializers still work on.',
);

const CONTINUE = query(
  'continue',
  'string',
  'The token of the list before, for what follows it; 410 once it has expired.',
);
const FIELD_SELECTOR = query('fieldSelector', 'string', 'Selects objects by their fields; without it, all.');
const LABEL_SELECTOR = query('labelSelector', 'string', 'Selects objects by their labels; without it, all.');
const LIMIT = query(
  'limit',
  'integer',
  'At most so many objects; `metadata.continue` of the list leads to the others.',
);
const RESOURCE_VERSION = query('resourceVersion', 'string', 'The revision that is asked for.');
const VERSION_MATCH = query('resourceVersionMatch', 'string', 'How `resourceVersion` is meant: Exact or NotOlderThan.');
const INITIAL_EVENTS = query(
  'sendInitialEvents',
  'boolean',
  'A watch begins with an event for each object and a bookmark with the annotation "k8s.io/initial-events-end"; `resourceVersionMatch` must be NotOlderThan.',
);
const TIMEOUT = query('timeoutSeconds', 'integer', 'After how many seconds the call ends, whatever it does.');
const BOOKMARKS = query('allowWatchBookmarks', 'boolean', 'A watch may have events of type "BOOKMARK".');
const WATCH = query('watch', 'boolean', 'Changes of the objects are answered, as events, in place of the list.');

const GRACE_PERIOD = query(
  'gracePeriodSeconds',
  'integer',
  'After how many seconds the object is deleted; 0: at once. Without it, as its kind has it.',
);
const UNSAFE_DELETION = query(
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'boolean',
  'Deletes an object that cannot be read from the store, whatever its finalizers say.',
);
const ORPHAN = query('orphanDependents', 'boolean', 'Deprecated for `propagationPolicy`: whether owned objects stay.');
const PROPAGATION = query(
  'propagationPolicy',
  'string',
  'What happens to owned objects: Orphan, Background or Foreground.',
);
const EXACT = query('exact', 'boolean', 'Deprecated: an export keeps fields that belong to this cluster.');
const EXPORT = query('export', 'boolean', 'Deprecated: leaves out what a user cannot set.');

/** Parameters of reads of one object. */
export function exportParameters(release: ReleaseName): readonly Parameter[] {
  return isAfter(release, '1.20') ? [] : [EXACT, EXPORT];
}

/** Parameters of lists and watches. */
export function listParameters(release: ReleaseName): readonly Parameter[] {
  const legacy = isUpTo(release, '1.11');
  return [
    ...(legacy ? [INCLUDE_UNINITIALIZED] : [BOOKMARKS]),
    CONTINUE,
    FIELD_SELECTOR,
    LABEL_SELECTOR,
    LIMIT,
    RESOURCE_VERSION,
    ...(legacy ? [] : [VERSION_MATCH]),
    ...(isAfter(release, '1.20') ? [INITIAL_EVENTS] : []),
    TIMEOUT,
    WATCH,
  ];
}

/** Parameters of creations and updates. */
export function writeParameters(release: ReleaseName): readonly Parameter[] {
  if (isUpTo(release, '1.11')) return [];
  return [DRY_RUN, FIELD_MANAGER, ...(isAfter(release, '1.20') ? [FIELD_VALIDATION] : [])];
}

/** Parameters of patches. */
export function patchParameters(release: ReleaseName): readonly Parameter[] {
  const described = query('fieldManager', 'string', `${MANAGER_TEXT} An apply must have it.`);
  const ofWrite = writeParameters(release).map((each) => (each === FIELD_MANAGER ? described : each));
  return isUpTo(release, '1.11') ? [] : [...ofWrite, FORCE];
}

/** Parameters of deletions of one object. */
export function deleteParameters(release: ReleaseName): readonly Parameter[] {
  return [
    ...(isUpTo(release, '1.11') ? [] : [DRY_RUN]),
    GRACE_PERIOD,
    ...(isAfter(release, '1.20') ? [UNSAFE_DELETION] : []),
    ORPHAN,
    PROPAGATION,
  ];
}

/** Parameters of deletions of collections. */
export function deleteCollectionParameters(release: ReleaseName): readonly Parameter[] {
  const ofList = listParameters(release);
  if (isUpTo(release, '1.11')) return ofList;
  return [...deleteParameters(release), ...ofList.filter((each) => each !== BOOKMARKS && each !== WATCH)];
}

const STREAM = query('stream', 'string', 'Which output is shown: All, Stdout or Stderr.');
const INSECURE_BACKEND = query(
  'insecureSkipTLSVerifyBackend',
  'boolean',
  'The certificate of the kubelet is not verified.',
);

/** Parameters of reads of a log. */
export function logParameters(release: ReleaseName): readonly Parameter[] {
  return [
    query('container', 'string', 'The container whose log is read; without it, the only one of the pod.'),
    query('follow', 'boolean', 'The answer lasts as long as the container writes.'),
    ...(isUpTo(release, '1.11') ? [] : [INSECURE_BACKEND]),
    query('limitBytes', 'integer', 'After so many bytes the answer ends.'),
    query('previous', 'boolean', 'The log of the container before its last restart.'),
    query('sinceSeconds', 'integer', 'Lines of the last so many seconds.'),
    ...(isAfter(release, '1.20') ? [STREAM] : []),
    query('tailLines', 'integer', 'The last so many lines.'),
    query('timestamps', 'boolean', 'Each line begins with its time in RFC 3339.'),
  ];
}

const STREAMS: readonly Parameter[] = [
  query('container', 'string', 'The container; without it, the only one of the pod.'),
  query('stderr', 'boolean', 'Whether its standard error is sent.'),
  query('stdin', 'boolean', 'Whether its standard input is written to.'),
  query('stdout', 'boolean', 'Whether its standard output is sent.'),
  query('tty', 'boolean', 'Whether it has a terminal.'),
];
const COMMAND = query('command', 'string', 'The command and its arguments, one a parameter; no shell reads them.');
const PROXY_PATH = query('path', 'string', 'The path that is asked for at the other side.');

/** Parameters of connections, by the kind of their options. */
export const CONNECTION_PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  PodAttachOptions: STREAMS,
  PodExecOptions: [COMMAND, ...STREAMS],
  PodPortForwardOptions: [
    query('ports', 'integer', 'The ports that are forwarded, where the client speaks WebSocket.'),
  ],
  PodProxyOptions: [PROXY_PATH],
  ServiceProxyOptions: [PROXY_PATH],
  NodeProxyOptions: [PROXY_PATH],
};
