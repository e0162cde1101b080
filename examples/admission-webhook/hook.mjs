// A mutating webhook: gives every new pod the label `team` of its namespace. It makes a certificate for itself, and writes the
// configuration that names its address to webhook.yaml. `node hook.mjs`
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const certificate = await X509CertificateGenerator.createSelfSigned({
  keys,
  signingAlgorithm: algorithm,
  extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
});
const cert = certificate.toString('pem');
const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');

/** The patch for a pod: labels are a map that may be missing. */
function patchOf({ object, namespace }) {
  const labels = { ...object.metadata.labels, team: namespace };
  return [{ op: 'add', path: '/metadata/labels', value: labels }];
}

const server = createServer({ key, cert }, async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const review = JSON.parse(text);
  const patch = Buffer.from(JSON.stringify(patchOf(review.request))).toString('base64');
  const answer = { uid: review.request.uid, allowed: true, patchType: 'JSONPatch', patch };
  response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response: answer }));
});

server.listen(0, 'localhost', () => {
  const { port } = server.address();
  const webhook = {
    name: 'team.example.com',
    clientConfig: { url: `https://localhost:${port}/`, caBundle: Buffer.from(cert).toString('base64') },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 5,
  };
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'team' },
    webhooks: [webhook],
  };
  // JSON is YAML too.
  writeFileSync('webhook.yaml', JSON.stringify(configuration, undefined, 2));
});
