import { DeschedulingPoint } from '../../run/strategy';
import type { DeschedulerPolicy, MetricsProvider, PolicyStep } from '../descheduler-policy';
import type { FieldProblem, PlainObject } from '../field-problem';
import { FieldReader } from '../field-reader';
import type { PolicyVerdict } from '../policy-verdict';
import type { PolicyError } from '../policy-error';
import { readLimits, toErrors, type ReadContext } from '../read-context';
import { readProfile, type ProfileVerdict } from './profile';

/** Reads a policy of `descheduler/v1alpha2`. Unknown top-level fields are tolerated with a warning, as in v0.34. */
export function loadProfilePolicy(document: PlainObject, context: ReadContext): PolicyVerdict {
  const problems: FieldProblem[] = [];
  const reader = new FieldReader(document, '', 'DeschedulerPolicy', problems);
  const warnings: string[] = [];
  reader.value('apiVersion');
  if (reader.string('kind') === undefined) warnings.push('kind is missing');
  const nodeSelector = reader.string('nodeSelector');
  const limits = readLimits(reader, context.behaviour);
  const failureEvents = reader.bool('evictionFailureEventNotification') ?? false;
  const gracePeriodSeconds = reader.int('gracePeriodSeconds');
  if (gracePeriodSeconds !== undefined && gracePeriodSeconds < 0) {
    warnings.push(`gracePeriodSeconds is negative (${gracePeriodSeconds}) and has no effect`);
  }
  const metricsProviders = readMetricsProviders(reader);
  const profiles = (reader.objects('profiles', 'DeschedulerProfile') ?? []).map((profile, index) =>
    readProfile(profile, index, context.behaviour),
  );
  for (const field of reader.unknown())
    warnings.push(`unknown field "${field}" has no effect${reader.adviceFor(field)}`);
  const errors = [
    ...toErrors(problems, context.prefix, {}),
    ...profiles.flatMap((profile) => errorsOf(profile, context)),
  ];
  const skips = context.behaviour.onInvalidProfile === 'skip';
  const fatal = skips ? errors.filter(({ dropsProfile }) => !dropsProfile) : errors;
  if (fatal.length > 0) return { ok: false, errors: fatal };
  const dropped = new Set(errors.map(({ profile }) => profile));
  const kept = profiles.filter(({ name }) => !dropped.has(name));
  const profileErrors = Object.fromEntries(errors.map(({ profile = '', reason }) => [profile, reason]));
  for (const [name, reason] of Object.entries(profileErrors)) warnings.push(`profile ${name} is left out: ${reason}`);
  const policy: DeschedulerPolicy = {
    apiVersion: 'descheduler/v1alpha2',
    limits,
    failureEvents,
    steps: inOrder(kept.flatMap(({ steps }) => steps)),
    metricsProviders,
    prometheusQueries: kept.flatMap(({ prometheusQueries }) => prometheusQueries),
    behaviour: context.behaviour,
    warnings,
    profileErrors,
    ...(nodeSelector && { nodeSelector }),
    ...(gracePeriodSeconds !== undefined && gracePeriodSeconds >= 0 && { gracePeriodSeconds }),
  };
  return { ok: true, policy };
}

/** Strategies that evict for cause run before those that spread, each by profile and listing. */
function inOrder(steps: readonly PolicyStep[]): PolicyStep[] {
  const at = (point: DeschedulingPoint): PolicyStep[] => steps.filter((step) => step.point === point);
  return [...at(DeschedulingPoint.Deschedule), ...at(DeschedulingPoint.Balance)];
}

function errorsOf({ name, problems, buildErrors }: ProfileVerdict, { prefix }: ReadContext): PolicyError[] {
  return [
    ...toErrors(problems, prefix, { profile: name, prefix: `in profile ${name}: ` }),
    ...buildErrors.map((error) => ({ ...error, profile: name, dropsProfile: true })),
  ];
}

function readMetricsProviders(reader: FieldReader): MetricsProvider[] {
  const collector = reader.object('metricsCollector', 'MetricsCollector');
  const collects = collector?.bool('enabled') ?? false;
  collector?.refuseUnknown();
  const providers = reader.objects('metricsProviders', 'MetricsProvider') ?? [];
  const seen = new Set<string>();
  const read = providers.flatMap((provider) => readMetricsProvider(provider, seen));
  if (collects && seen.has('KubernetesMetrics')) {
    const reason = 'it is not allowed to combine metrics provider when metrics collector is enabled';
    reader.invalid('metricsCollector', reason);
  }
  if (collects && !seen.has('KubernetesMetrics')) read.push({ source: 'KubernetesMetrics' });
  return read;
}

function readMetricsProvider(provider: FieldReader, seen: Set<string>): MetricsProvider[] {
  const source = provider.string('source') ?? '';
  const prometheus = provider.object('prometheus', 'Prometheus');
  const url = prometheus?.string('url');
  const authToken = prometheus && readAuthToken(prometheus);
  prometheus?.refuseUnknown();
  provider.refuseUnknown();
  if (source !== 'KubernetesMetrics' && source !== 'Prometheus') {
    provider.invalid('source', `unknown metrics source "${source}"`);
    return [];
  }
  if (seen.has(source))
    provider.invalid(
      'source',
      `metric provider "${source}" is already configured, each source can be configured only once`,
    );
  seen.add(source);
  if (source === 'Prometheus') {
    if (!prometheus) {
      provider.invalid('prometheus', 'prometheus configuration is required when prometheus source is enabled');
    } else if (!url) prometheus.invalid('url', 'prometheus URL is required when prometheus is enabled');
    else if (!WEB_ADDRESS.test(url)) {
      prometheus.invalid('url', `error parsing prometheus URL: ${JSON.stringify(url)} is not an http or https address`);
    }
  }
  return [{ source, ...(url && { url }), ...(authToken && { authToken }) }];
}

/** Pattern of an address with a host; it is not contacted before its first use. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i;

function readAuthToken(prometheus: FieldReader): MetricsProvider['authToken'] {
  const token = prometheus.object('authToken', 'AuthToken');
  if (!token) return undefined;
  const reference = token.object('secretReference', 'SecretReference');
  const namespace = reference?.string('namespace');
  const name = reference?.string('name');
  reference?.refuseUnknown();
  token.refuseUnknown();
  if (!reference) {
    token.invalid('secretReference', 'prometheus authToken secret is expected to be set when authToken field is');
  } else if (!namespace || !name) {
    const reason = 'prometheus authToken secret reference does not set both namespace and name';
    token.invalid('secretReference', reason);
  }
  return namespace && name ? { namespace, name } : undefined;
}
