// Derives what the documents of real API servers name - paths, methods, operationIds, parameters, kinds - for the test that
// compares ours with them:
//   node tools/generate/upstream-endpoints.mjs modern=SWAGGER.json k8s-1.20=… okd-legacy=…
// The files are `api/openapi-spec/swagger.json` of the Kubernetes releases 1.34, 1.20 and 1.11. Texts and schemas are left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const TARGET = 'libs/api/rest/openapi/testdata/upstream-endpoints.json.gz';

function derive(file) {
  const swagger = JSON.parse(readFileSync(file, 'utf8'));
  const resolve = ({ $ref, ...own }) => ($ref ? swagger.parameters[$ref.split('/').pop()] : own);
  const nameOf = (schema) => schema?.$ref?.replace('#/definitions/', '') ?? schema?.type ?? '';
  return Object.entries(swagger.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const all = [...parameters, ...(operation.parameters ?? [])].map(resolve);
      const named = all.filter((each) => each.in !== 'body').map((each) => `${each.in}:${each.name}:${each.type}`);
      const body = all.find((each) => each.in === 'body');
      const gvk = operation['x-kubernetes-group-version-kind'];
      return {
        path,
        method,
        operationId: operation.operationId,
        action: operation['x-kubernetes-action'] ?? '',
        gvk: gvk ? `${gvk.group}/${gvk.version}/${gvk.kind}` : '',
        parameters: named.sort().join(' '),
        body: body ? nameOf(body.schema) : '',
        codes: Object.keys(operation.responses).join(' '),
        answer: nameOf(operation.responses[200]?.schema),
      };
    }),
  );
}

const releases = process.argv.slice(2).map((argument) => argument.split('='));
const derived = Object.fromEntries(releases.map(([release, file]) => [release, derive(file)]));
writeFileSync(TARGET, gzipSync(JSON.stringify(derived), { level: 9 }));
for (const [release, endpoints] of Object.entries(derived)) console.log(`${release}: ${endpoints.length} endpoints`);
