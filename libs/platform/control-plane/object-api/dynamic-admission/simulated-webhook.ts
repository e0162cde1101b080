import { X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonText, type Container, type KubeObject, type Pod } from '@orrery/api-types';
import { certificatePath, containersOf, placeAt, serverAt, type HttpAnswer } from '@orrery/container-shell';
import type { ClusterCache } from '@orrery/store';
import { callWebhook, readReply, WebhookError, type WebhookAddress, type WebhookCall } from '@orrery/webhooks';

const UNKNOWN_AUTHORITY = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';

/** A call of a webhook, with what is known of the place. */
export type PlacedCall = WebhookCall & Pick<WebhookAddress, 'pod'>;

/**
 * Asks a webhook: a simulated pod answers if its program is a known webhook server, and everything else is called over
 * HTTPS. Throws {@link WebhookError}.
 */
export function postToWebhook(cache: ClusterCache, call: PlacedCall): Promise<unknown> {
  const asked = simulatedServer(cache, call);
  return asked ? answerOf(cache, call, asked) : callWebhook(call);
}

interface SimulatedServer {
  readonly pod: Pod;
  readonly container: Container;
}

function simulatedServer(cache: ClusterCache, { pod: ref, url }: PlacedCall): SimulatedServer | undefined {
  const pod = ref && (cache.get({ resource: 'pods', ...ref }) as Pod | undefined);
  const container = containersOf(pod ?? NO_POD).find((each) => serverAt(each, portOf(url))?.isTls);
  return pod && container && { pod, container };
}

const NO_POD = { spec: { containers: [] } };

function portOf({ port }: URL): number {
  return port === '' ? 443 : Number(port);
}

/** The answer of a server, after the time that it takes: no longer than the call waits. */
async function answerOf(cache: ClusterCache, call: PlacedCall, server: SimulatedServer): Promise<unknown> {
  const { url, body, timeoutSeconds, shown = url.href } = call;
  const fail = (reason: string): WebhookError => new WebhookError(`Post "${shown}": ${reason}`);
  const problem = certificateProblem(cache, call, server);
  if (problem) throw fail(problem);
  const port = portOf(url);
  const question = { method: 'POST', target: url.pathname + url.search, port, body: jsonText(body) };
  const answer: HttpAnswer = serverAt(server.container, port)!.answer!(question, placeAt(0, 0));
  const limitMs = timeoutSeconds * 1000;
  if (answer.afterMs > 0) await delay(Math.min(answer.afterMs, limitMs), undefined, { ref: false });
  if (answer.afterMs > limitMs) throw fail('context deadline exceeded');
  try {
    return readReply(answer.status, answer.body);
  } catch (error) {
    throw error instanceof WebhookError ? error : fail((error as Error).message);
  }
}

/** Returns why the certificate that a server shows is not trusted: it must be signed by one of the bundle, and for the name. */
function certificateProblem(
  cache: ClusterCache,
  { caBundle, serverName }: PlacedCall,
  { pod, container }: SimulatedServer,
): string | undefined {
  const shown = certificatesIn(mountedText(cache, pod, container, certificatePath(container) ?? ''))[0];
  const trusted = certificatesIn(Buffer.from(caBundle ?? '', 'base64').toString('latin1'));
  if (!shown || !trusted.some((authority) => isSignedBy(shown, authority))) return UNKNOWN_AUTHORITY;
  if (serverName === undefined || shown.checkHost(serverName) !== undefined) return undefined;
  return `tls: failed to verify certificate: x509: certificate is not valid for ${serverName}`;
}

function isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.fingerprint256 === authority.fingerprint256 || certificate.verify(authority.publicKey);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function certificatesIn(text: string): X509Certificate[] {
  return (text.match(CERTIFICATE) ?? []).flatMap((pem) => {
    try {
      return [new X509Certificate(pem)];
    } catch {
      return [];
    }
  });
}

interface Mount {
  readonly name: string;
  readonly mountPath: string;
}

/** The text of a file that a Secret is mounted as; empty where none is. */
function mountedText(cache: ClusterCache, { metadata, spec }: Pod, container: Container, path: string): string {
  const mount = ((container.volumeMounts ?? []) as readonly Mount[]).find(({ mountPath }) =>
    path.startsWith(`${mountPath.replace(/\/$/, '')}/`),
  );
  const volume = (spec.volumes ?? []).find(({ name }) => name === mount?.name) as
    { readonly secret?: { readonly secretName?: string } } | undefined;
  const name = volume?.secret?.secretName;
  if (!mount || name === undefined) return '';
  const { namespace = '' } = metadata;
  const secret = cache.get({ resource: 'secrets', namespace, name }) as
    (KubeObject & { readonly data?: Readonly<Record<string, string>> }) | undefined;
  const key = path.slice(mount.mountPath.replace(/\/$/, '').length + 1);
  return Buffer.from(secret?.data?.[key] ?? '', 'base64').toString('latin1');
}
