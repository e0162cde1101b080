import {
  ApiError,
  forbidden,
  sharedForShared,
  StatusReason,
  tokenSecretName,
  tokenSecretPrefix,
  withFields,
  type KubeObject,
  type PodSpec,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionCheck, type AdmissionRequest, type PluginHalves } from '../admission';
import { withProjectedToken, withSecret, withTokenSecret } from './token-volume';

/** Settings of the plugin. */
export interface ServiceAccountSettings {
  /** Source of the containers' token: the kubelet projects one (since Kubernetes 1.21), or a Secret holds it. */
  readonly tokens: 'projected' | 'secret';
  /**
   * Refuse pods whose account is absent: all of them, or those that name another than `default`, which a new namespace
   * gets in a moment. The real server refuses both, and clients that create a namespace have to wait for its account.
   */
  readonly requiresAccount: 'always' | 'named';
  /**
   * Refuse pods whose account lists no Secret with a token yet, as the real server does. Otherwise such a pod names the Secret
   * that the cluster's own controller is going to make.
   */
  readonly requiresSecret?: boolean;
}

/**
 * Gives new pods the account `default`, checks that the account exists, also the one that a webhook put there, and mounts its
 * token unless disabled.
 */
export function serviceAccount(settings: ServiceAccountSettings): Required<PluginHalves> {
  const withToken = (named: PodSpec, account: KubeObject | undefined): PodSpec | ApiError => {
    if (settings.tokens === 'projected') return withProjectedToken(named);
    const refused = settings.requiresSecret && listedSecret(named, account) === undefined;
    return refused ? noToken(accountOf(named)) : withListedSecret(named, account);
  };
  const missing: AdmissionCheck = (request) => {
    const { object, kind, lookup } = request;
    if (!isOfAccount(request)) return undefined;
    const accountName = accountOf(object.spec as PodSpec);
    if (settings.requiresAccount !== 'always' && accountName === 'default') return undefined;
    const namespace = object.metadata.namespace ?? '';
    if (lookup.serviceAccount(namespace, accountName)) return undefined;
    const detail = `error looking up service account ${namespace}/${accountName}: serviceaccount "${accountName}" not found`;
    return forbidden(kind, object.metadata.name, detail);
  };
  return {
    admit: (request) => {
      const { object, lookup } = request;
      if (!isOfAccount(request)) return object;
      const refusal = missing(request);
      if (refusal) return refusal;
      const spec = object.spec as PodSpec;
      const account = lookup.serviceAccount(object.metadata.namespace ?? '', accountOf(spec));
      const named = withAccount(spec);
      const mounted = wantsToken(spec, account) ? withToken(named, account) : named;
      return mounted instanceof ApiError ? mounted : { ...object, spec: mounted };
    },
    check: missing,
  };
}

/** New pods. A mirror pod of a static one exists already; it is only shown. */
function isOfAccount(request: AdmissionRequest): boolean {
  const { object, operation } = request;
  if (!isPodWrite(request) || operation !== 'CREATE' || !object.spec) return false;
  return object.metadata.annotations?.['kubernetes.io/config.mirror'] === undefined;
}

/** The Secret that the account lists; the one that it will have if it lists none yet. */
function withListedSecret(spec: PodSpec, account: KubeObject | undefined): PodSpec {
  const listed = listedSecret(spec, account);
  return listed === undefined || listed === tokenSecretName(accountOf(spec))
    ? withTokenSecret(spec)
    : withSecret(spec, listed);
}

function listedSecret(spec: PodSpec, account: KubeObject | undefined): string | undefined {
  const listed = (account?.['secrets'] ?? []) as readonly { readonly name?: string }[];
  return listed.find((secret) => secret.name?.startsWith(tokenSecretPrefix(accountOf(spec))))?.name;
}

/** Delay in seconds after which a client may retry, as upstream. */
const RETRY_SECONDS = 1;

function noToken(account: string): ApiError {
  const text = `No API token found for service account ${JSON.stringify(account)}, retry after the token is automatically created and added to the service account`;
  const details = { name: 'create pod', kind: 'serviceaccounts', retryAfterSeconds: RETRY_SECONDS };
  return new ApiError(StatusReason.ServerTimeout, text, details);
}

function accountOf({ serviceAccountName }: PodSpec): string {
  return serviceAccountName || 'default';
}

const withAccount = sharedForShared((spec: PodSpec): PodSpec => {
  const name = accountOf(spec);
  return withFields(spec, { serviceAccountName: name, serviceAccount: name });
});

/** The pod decides, else its account, else yes. */
function wantsToken(spec: PodSpec, account: KubeObject | undefined): boolean {
  if (spec.automountServiceAccountToken !== undefined) return spec.automountServiceAccountToken;
  return account?.['automountServiceAccountToken'] !== false;
}
