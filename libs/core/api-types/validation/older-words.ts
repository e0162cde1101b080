import { GoText, type FieldError } from '../errors/field-error';
import { jsonText } from '../numbers/json-text';
import { isAfter, type ReleaseName } from '../kinds/releases';

/** One rule or message of today, and its form in Kubernetes 1.20. */
interface Rewording {
  /** The end of the path of the field. */
  readonly field?: RegExp;
  /** The detail, as a whole or in part. */
  readonly detail?: RegExp;
  readonly type?: FieldError['type'];
  /** Differences in the release; undefined: the release had no such rule. */
  readonly was?: {
    readonly field?: string;
    readonly detail?: string | ((text: string) => string);
    readonly type?: FieldError['type'];
    /** The value that was shown, where it was another one. */
    readonly value?: (value: unknown) => unknown;
  };
}

const EMPTY = /^must not be empty$/;

/** From `validation.go` of the packages of each kind, at release-1.20. */
const REWORDINGS: readonly Rewording[] = [
  { detail: /^((?:name part )?must be no more than 63) bytes$/, was: { detail: '$1 characters' } },
  { field: /^metadata\.ownerReferences\.kind$/, detail: EMPTY, was: { detail: 'kind must not be empty' } },
  { field: /^metadata\.ownerReferences\.name$/, detail: EMPTY, was: { detail: 'name must not be empty' } },
  { field: /^metadata\.ownerReferences\.uid$/, detail: EMPTY, was: { detail: 'uid must not be empty' } },
  { field: /^spec\.usages$/, type: 'Required value', was: { detail: 'usages must be provided' } },
  { field: /^spec\.signerName$/, type: 'Required value', was: { detail: 'signerName must be provided' } },
  { detail: /^(must be less than or equal to [\w./-]+ limit) of .+$/, was: { detail: '$1' } },
  {
    detail: /^must contain at least one letter \(a-z\)$/,
    was: { detail: 'must contain at least one letter or number (a-z, 0-9)' },
  },
  {
    detail: /and match regex \^\(\[a-z0-9\].*$/,
    was: { detail: 'and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*[a-z0-9]([-_a-z0-9]*[a-z0-9])?' },
  },
  {
    field: /\.terminationMessagePolicy$/,
    type: 'Unsupported value',
    was: { type: 'Invalid value', detail: "must be 'File' or 'FallbackToLogsOnError'" },
  },
  { field: /\bhostAliases\[\d+\]\.ip$/, was: { field: 'hostAliases.ip', detail: 'must be valid IP address' } },
  { field: /\bhostAliases\[\d+\]\.hostnames\[\d+\]$/, was: { field: 'hostAliases.hostnames' } },
  {
    field: /(AffinityTerm|Execution\[\d+\])\.labelSelector\.matchExpressions/,
    was: { field: '$1.matchExpressions.matchExpressions' },
  },
  {
    field: /^spec\.externalTrafficPolicy$/,
    detail: /^may only be set for ext.*$/,
    was: { detail: 'ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service' },
  },
  {
    field: /^spec\.externalTrafficPolicy$/,
    type: 'Unsupported value',
    was: { type: 'Invalid value', detail: 'ExternalTrafficPolicy must be empty, Cluster or Local' },
  },
  {
    field: /^spec\.healthCheckNodePort$/,
    detail: /^may only be set.*$/,
    was: { detail: 'HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local' },
  },
  {
    detail: /in the loopback range \(127\.0\.0\.0\/8, ::1\/128\)/,
    was: { detail: 'in the loopback range (127.0.0.0/8)' },
  },
  {
    detail: /in the link-local range \(169\.254\.0\.0\/16, fe80::\/10\)/,
    was: { detail: 'in the link-local range (169.254.0.0/16)' },
  },
  {
    field: /^spec\.maxReplicas$/,
    type: 'Required value',
    was: { type: 'Invalid value', detail: 'must be greater than 0', value: () => 0 },
  },
  {
    field: /^spec\.clusterIPs$/,
    detail: /^must be a valid IP address/,
    was: { field: 'spec.clusterIPs[0]', value: (value) => (Array.isArray(value) ? value[0] : value) },
  },
  { type: 'Invalid type', was: { type: 'Invalid value' } },
  { type: 'Too long', detail: /^may not be more than (\d+) bytes$/, was: { detail: 'must have at most $1 bytes' } },
  {
    field: /schedule$/,
    detail: /^expected exactly (\d+ fields, found \d+): \[(.*)\]$/,
    was: { detail: 'Expected exactly $1: $2' },
  },
  { field: /schedule$/, detail: /^[a-z].*$/, was: { detail: (text) => text[0]!.toUpperCase() + text.slice(1) } },
  { field: /^data\[ssh-privatekey\]$/, was: { field: 'data[%s][ssh-privatekey]' } },
  { field: /^spec\.exempt$/, type: 'Required value' },
  { field: /TargetRef\.apiVersion$/, detail: /must specify API group/ },
  { detail: /^must be a valid CIDR value.*$/, field: /ipBlock\.cidr$/, was: { detail: 'not a valid CIDR' } },
  { field: /policyTypes\[\d+\]$/, detail: /"Egress", "Ingress"$/, was: { detail: '"Ingress", "Egress"' } },
  {
    field: /^spec\.(in|e)gress.*\.protocol$/,
    detail: /"SCTP", "TCP", "UDP"$/,
    was: { detail: '"TCP", "UDP", "SCTP"' },
  },
  { field: /accessModes/, detail: /, "ReadWriteOncePod"$/, was: { detail: '' } },
  { field: /^spec\.dataSource$/, detail: /^must be 'PersistentVolumeClaim'/ },
  { field: /^(status\.(?:capacity|allocatable))\[([\w./-]+)\]$/, was: { field: '$1.$2' } },
  {
    field: /^spec\.leaseTransitions$/,
    detail: /^must be greater than or equal to 0$/,
    was: { detail: 'must to greater or equal than 0' },
  },
  { field: /^(endpoints\[\d+\])\.deprecatedTopology$/, was: { field: '$1.topology' } },
  { field: /nominalConcurrencyShares$/, was: { field: 'assuredConcurrencyShares', detail: 'must be positive' } },
  { field: /^value$/, detail: /^may not be changed in an update\.$/, was: { field: 'Value' } },
  {
    detail: /^updates to statefulset spec .*$/,
    was: {
      detail:
        "updates to statefulset spec for fields other than 'replicas', 'template', and 'updateStrategy' are forbidden",
    },
  },
  { field: /^status\.qosClass$/ },
  { field: /^spec\.(validation|versions)\b.*\.type$/, detail: /"null", /, was: { detail: '' } },
  {
    field: /^spec\.preserveUnknownFields$/,
    detail: /set x-kubernetes-preserve-unknown-fields to true/,
    was: { detail: 'set x-preserve-unknown-fields to true' },
  },
  { field: /\.labels\[batch\.kubernetes\.io\/[a-z-]+\]$/ },
  { detail: /^a valid environment variable name must consist only of printable ASCII/ },
  { field: /^endpoints\[\d+\]\.addresses/, detail: /^may not be / },
  { detail: /resources\.requests and volumeAttributesClassName for/, was: { detail: 'resources.requests for' } },
  {
    field: /updateStrategy\.rollingUpdate\.maxUnavailable$/,
    detail: /^cannot be 0 when maxSurge is 0$/,
    was: { type: 'Invalid value', detail: 'cannot be 0' },
  },
];

/** Details of 1.34 that later releases leave out. */
const LEFT_OUT_SINCE_1_35: readonly Rewording[] = [
  { field: /\.openAPIV3Schema$/, type: 'Required value', detail: /^schemas are required$/ },
];

function inLaterWords(error: FieldError): FieldError {
  return LEFT_OUT_SINCE_1_35.some((rewording) => fits(rewording, error)) ? { ...error, detail: '' } : error;
}

/**
 * Errors as the server of a release says them: in the words of 1.20 for older ones, and without rules that it lacked; in later
 * words for those after 1.34.
 */
export function inWordsOf(release: ReleaseName | undefined, errors: readonly FieldError[]): FieldError[] {
  if (errors.length === 0) return [];
  if (isAfter(release, '1.20')) {
    const today = errors.filter(({ isFormer }) => !isFormer);
    return isAfter(release, '1.34') ? today.map(inLaterWords) : today;
  }
  const former = errors.flatMap((error) => {
    const reworded = reword(error);
    return reworded ? [printedAsGo(reworded)] : [];
  });
  return ORDERS.reduce(inOrder, former);
}

/** Fields whose errors came in another order: those of the first path came before those of the second. */
const ORDERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^metadata\.(?!finalizers\[)/, /^metadata\.finalizers\[/],
  [/^endpoints\b/, /^ports\b/],
  [/^data$/, /^revision$/],
];

function inOrder(errors: readonly FieldError[], [first, second]: readonly [RegExp, RegExp]): FieldError[] {
  const at = errors.findIndex(({ field }) => second.test(field));
  if (at < 0) return [...errors];
  const later = errors.slice(at).filter(({ field }) => first.test(field));
  const others = errors.slice(at).filter(({ field }) => !first.test(field));
  return [...errors.slice(0, at), ...later, ...others];
}

function reword(error: FieldError): FieldError | undefined {
  if (error.former) return { field: error.field, ...error.former };
  let reworded = error;
  for (const rewording of REWORDINGS) {
    if (!fits(rewording, reworded)) continue;
    const { was, field, detail } = rewording;
    if (!was) return undefined;
    reworded = {
      ...reworded,
      ...(was.type === undefined ? {} : { type: was.type }),
      ...(was.field === undefined ? {} : { field: reworded.field.replace(field!, was.field) }),
      ...(was.value ? { value: was.value(reworded.value) } : {}),
      ...(was.detail === undefined ? {} : { detail: oldDetail(reworded.detail, detail, was.detail) }),
    };
  }
  return reworded;
}

function oldDetail(text: string, found: RegExp | undefined, was: string | ((text: string) => string)): string {
  if (typeof was === 'function') return was(text);
  return found ? text.replace(found, was) : was;
}

function fits({ field, detail, type }: Rewording, error: FieldError): boolean {
  if (type !== undefined && error.type !== type) return false;
  return (field?.test(error.field) ?? true) && (detail?.test(error.detail) ?? true);
}

const COUNTS_OR_PERCENTS = /\.(maxUnavailable|minAvailable|maxSurge)$/;

/** Values as 1.20 prints them with `%#v`: lists and maps of texts, and counts that may be percentages. */
function printedAsGo(error: FieldError): FieldError {
  const { field, value } = error;
  const text = COUNTS_OR_PERCENTS.test(field) ? printedCount(value) : printedTexts(field, value);
  return text === undefined ? error : { ...error, value: new GoText(text) };
}

function printedCount(value: unknown): string | undefined {
  if (typeof value === 'number') return `intstr.IntOrString{Type:0, IntVal:${value}, StrVal:""}`;
  return typeof value === 'string'
    ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${JSON.stringify(value)}}`
    : undefined;
}

/** Types of lists and maps that have a name of their own in Go, by the ends of their paths. */
const NAMED_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^spec\.scopes$/, '[]core.ResourceQuotaScope'],
  [/^spec\.policyTypes$/, '[]networking.PolicyType'],
  [/\.labels$/, 'map[string]string'],
  [/^spec\.request$/, '[]byte'],
];

function printedTexts(field: string, value: unknown): string | undefined {
  const named = NAMED_TYPES.find(([path]) => path.test(field))?.[1];
  if (named === undefined && value === null) return '"null"';
  if (value === null || value === undefined) return named && `${named}(nil)`;
  if (Array.isArray(value)) {
    const isOfTexts = value.length > 0 && value.every((item) => typeof item === 'string');
    return isOfTexts ? `${named ?? '[]string'}{${value.map((item) => JSON.stringify(item)).join(', ')}}` : undefined;
  }
  if (typeof value !== 'object' || named !== 'map[string]string') return undefined;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${named}{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(', ')}}`;
}
