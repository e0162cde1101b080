import { request } from 'node:https';

/** A webhook that could not be asked, or whose answer cannot be used. */
export class WebhookError extends Error {}

/** One question to a webhook. */
export interface WebhookCall {
  readonly url: URL;
  /** The name in the certificate, where it is not that of the URL. */
  readonly serverName?: string | undefined;
  /** Certificates that the webhook's must lead to, PEM in base64; absent: those of the machine. */
  readonly caBundle?: string | undefined;
  /** Sent as JSON. */
  readonly body: object;
  readonly timeoutSeconds: number;
}

/** Larger answers than this are refused; upstream has the limit of its own requests here too. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Posts to a webhook over HTTPS and answers the parsed JSON. Redirects are never followed: a webhook could send the server
 * to places that its author cannot reach. Throws {@link WebhookError}.
 */
export function callWebhook({ url, serverName, caBundle, body, timeoutSeconds }: WebhookCall): Promise<unknown> {
  const text = JSON.stringify(body);
  const said = `Post "${url.href}"`;
  return new Promise((resolve, reject) => {
    const refuse = (reason: string): void => reject(new WebhookError(`${said}: ${reason}`));
    const asking = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        ...(caBundle ? { ca: Buffer.from(caBundle, 'base64') } : {}),
        ...(serverName === undefined ? {} : { servername: serverName }),
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
          else asking.destroy(new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`));
        });
        response.on('error', (error) => refuse(error.message));
        response.on('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode !== 200) {
            refuse(
              statusCode >= 300 && statusCode < 400 ? 'redirects are not followed' : `unexpected status ${statusCode}`,
            );
            return;
          }
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
          } catch {
            refuse('the answer is no JSON');
          }
        });
      },
    );
    asking.on('error', (error) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
      refuse(isLate ? 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)' : error.message);
    });
    asking.end(text);
  });
}
