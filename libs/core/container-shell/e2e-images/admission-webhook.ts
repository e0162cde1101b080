import { encode } from '../process';
import { pathOf, textAnswer, type HttpAnswer, type HttpQuestion } from '../servers/http-answer';
import { answerReview } from './review-body';

interface ReviewedObject {
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly containers?: readonly { readonly name?: string }[];
    readonly initContainers?: readonly { readonly name?: string }[];
  };
  readonly stdin?: boolean;
  readonly container?: string;
}

interface AdmissionRequest {
  readonly name?: string;
  readonly operation?: string;
  readonly object?: ReviewedObject | null;
  readonly oldObject?: ReviewedObject | null;
}

/** The response of a webhook to a request. */
interface Verdict {
  readonly allowed: boolean;
  readonly status?: object;
  readonly patchType?: 'JSONPatch';
  readonly patch?: string;
}

const ALLOWED: Verdict = { allowed: true };
/** Duration of `/always-allow-delay-5s`. */
const DELAY_MS = 5000;
const MARK = 'webhook-e2e-test';

function denied(status: object): Verdict {
  return { allowed: false, status };
}

function patched(...operations: readonly object[]): Verdict {
  return { allowed: true, patchType: 'JSONPatch', patch: base64(JSON.stringify(operations)) };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...encode(text)));
}

type Handler = (request: AdmissionRequest, flags: Readonly<Record<string, string>>) => Verdict;

/** The label `added-label: yes`. */
const addLabel: Handler = ({ object }) => {
  const labels = object?.metadata?.labels ?? {};
  if (Object.keys(labels).length === 0) {
    return patched({ op: 'add', path: '/metadata/labels', value: { 'added-label': 'yes' } });
  }
  if (labels['added-label'] === 'yes') return ALLOWED;
  const op = labels['added-label'] === undefined ? 'add' : 'replace';
  return patched({ op, path: '/metadata/labels/added-label', value: 'yes' });
};

/** Denies pods by a label and by the names of containers. */
const pods: Handler = ({ object }) => {
  const named = (object?.spec?.containers ?? []).filter(({ name = '' }) => name.includes('webhook-disallow'));
  const reasons = [
    ...(object?.metadata?.labels?.[MARK] === 'webhook-disallow' ? ['the pod contains unwanted label;'] : []),
    ...named.map(() => 'the pod contains unwanted container name;'),
  ];
  return reasons.length === 0 ? ALLOWED : denied({ message: reasons.join(' ') });
};

const attach: Handler = ({ name, object }) =>
  name === 'to-be-attached-pod' && object?.stdin && object.container === 'container1'
    ? denied({ message: "attaching to pod 'to-be-attached-pod' is not allowed" })
    : ALLOWED;

const mutatingPods: Handler = ({ object }) => {
  const added = { image: 'webhook-added-image', name: 'webhook-added-init-container', resources: {} };
  const isThere = object?.spec?.initContainers?.some(({ name }) => name === added.name);
  if (object?.metadata?.name !== 'webhook-to-be-mutated' || isThere) return ALLOWED;
  return patched({ op: 'add', path: '/spec/initContainers', value: [added] });
};

const sidecars: Handler = ({ object }, { 'sidecar-image': image = '' }) => {
  if (image === '') {
    return denied({ status: 'Failure', message: 'No image specified by the sidecar-image parameter', code: 500 });
  }
  const added = { image, name: 'webhook-added-sidecar', resources: {} };
  if (object?.spec?.containers?.some(({ name }) => name === added.name)) return ALLOWED;
  return patched({ op: 'add', path: '/spec/containers/-', value: added });
};

/** Denies objects by what their data have: new and changed ones, and deletions. */
function byData(reasons: { readonly unwanted: string; readonly kept: string }): Handler {
  return ({ operation, object, oldObject }) => {
    const mark = (operation === 'DELETE' ? oldObject : object)?.data?.[MARK];
    if (mark === 'webhook-disallow' && operation !== 'DELETE') return denied({ reason: reasons.unwanted });
    if (mark === 'webhook-nondeletable' && operation === 'DELETE') return denied({ reason: reasons.kept });
    return ALLOWED;
  };
}

/** Takes the data of an object from one stage to the next. */
const stages: Handler = ({ object }) => {
  const { data = {} } = object ?? {};
  if (data['mutation-stage-1'] === 'yes') return patched({ op: 'add', path: '/data/mutation-stage-2', value: 'yes' });
  if (data['mutation-start'] === 'yes') return patched({ op: 'add', path: '/data/mutation-stage-1', value: 'yes' });
  return ALLOWED;
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/always-deny': () => denied({ message: 'this webhook denies all requests' }),
  '/always-allow-delay-5s': () => ({ ...ALLOWED, status: { message: 'this webhook allows all requests' } }),
  '/add-label': addLabel,
  '/pods': pods,
  '/pods/attach': attach,
  '/mutating-pods': mutatingPods,
  '/mutating-pods-sidecar': sidecars,
  '/configmaps': byData({
    unwanted: 'the configmap contains unwanted key and value',
    kept: 'the configmap cannot be deleted because it contains unwanted key and value',
  }),
  '/mutating-configmaps': stages,
  '/custom-resource': byData({
    unwanted: 'the custom resource contains unwanted data',
    kept: 'the custom resource cannot be deleted because it contains unwanted key and value',
  }),
  '/mutating-custom-resource': stages,
  '/crd': ({ object }) =>
    object?.metadata?.labels?.[MARK] === 'webhook-disallow'
      ? denied({ message: 'the crd contains unwanted label' })
      : ALLOWED,
};

/** The server of `webhook` (`test/images/agnhost/webhook` upstream): its paths validate and change objects by marks in them. */
export function admissionWebhook(flags: Readonly<Record<string, string>>) {
  return (question: HttpQuestion): HttpAnswer => {
    const path = pathOf(question.target);
    if (path === '/readyz') return textAnswer('ok');
    const handler = Object.hasOwn(HANDLERS, path) ? HANDLERS[path] : undefined;
    if (!handler) return textAnswer('404 page not found\n', 404);
    const answer = answerReview<AdmissionRequest>(question, (request) => handler(request, flags));
    return { ...answer, afterMs: delayOf(path, question) };
  };
}

/** A pod with the mark `wait-forever` is never answered for. */
function delayOf(path: string, { body = '' }: HttpQuestion): number {
  if (path === '/always-allow-delay-5s') return DELAY_MS;
  return path === '/pods' && body.includes(`"${MARK}":"wait-forever"`) ? Number.POSITIVE_INFINITY : 0;
}
