import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AdmissionregistrationV1Api, PatchStrategy, setHeaderOptions, type KubeConfig } from '@kubernetes/client-node';
import { makeCertificate } from './certificate';
import { defaultsOf, problemOf, type Website } from './website';

const HOST = '127.0.0.1';
const NAME = 'websites.example.com';
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);

interface AdmissionRequest {
  readonly uid: string;
  readonly object: Website;
}

/** What a webhook says about a write, at its path. */
const ANSWERS: Readonly<Record<string, (website: Website) => object>> = {
  '/default': ({ spec }) => {
    const patch = Buffer.from(JSON.stringify(defaultsOf(spec))).toString('base64');
    return { allowed: true, patchType: 'JSONPatch', patch };
  },
  '/validate': ({ spec }) => {
    const message = problemOf(spec);
    return message === undefined ? { allowed: true } : { allowed: false, status: { code: 422, message } };
  },
};

/** Answers the API server about writes of websites, over HTTPS, and asks it to ask. */
export async function startWebhooks(config: KubeConfig): Promise<Server> {
  const { key, cert } = await makeCertificate(HOST);
  const server = createServer({ key, cert }, (request, response) => {
    void text(request).then((body) => {
      const { uid, object } = (JSON.parse(body) as { request: AdmissionRequest }).request;
      const answer = { uid, ...ANSWERS[request.url!.split('?')[0]!]!(object) };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: answer }));
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  await register(config, `https://${HOST}:${(server.address() as AddressInfo).port}`, cert);
  return server;
}

async function register(config: KubeConfig, url: string, certificate: string): Promise<void> {
  const api = config.makeApiClient(AdmissionregistrationV1Api);
  const webhook = (path: string) => ({
    name: NAME,
    clientConfig: { url: `${url}${path}`, caBundle: Buffer.from(certificate).toString('base64') },
    rules: [
      { apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['websites'] },
    ],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  });
  const of = (kind: string, path: string) => ({
    name: NAME,
    fieldManager: 'website-operator',
    force: true,
    body: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: NAME },
      webhooks: [webhook(path)],
    },
  });
  await api.patchMutatingWebhookConfiguration(of('MutatingWebhookConfiguration', '/default'), APPLY);
  await api.patchValidatingWebhookConfiguration(of('ValidatingWebhookConfiguration', '/validate'), APPLY);
}
