import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { kindsOfRelease, type ReleaseName } from '@orrery/api-types';
import { ServedKinds } from '../served-kinds';
import { documentV2 } from './document-v2';

/** Returns the name of an operation and what it takes, in one line. */
interface Named {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly action: string;
  readonly gvk: string;
  readonly parameters: string;
  readonly body: string;
  readonly codes: string;
  readonly answer: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly type?: string;
  readonly schema?: Reference;
}

interface Reference {
  readonly $ref?: string;
  readonly type?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly schema?: Reference }>>;
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  };
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

interface Swagger {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
}

const UPSTREAM = JSON.parse(
  gunzipSync(readFileSync(join(__dirname, 'testdata/upstream-endpoints.json.gz'))).toString(),
) as Readonly<Partial<Record<ReleaseName, readonly Named[]>>>;

function nameOf(schema: Reference | undefined): string {
  return schema?.$ref?.replace('#/definitions/', '') ?? schema?.type ?? '';
}

function own(release: ReleaseName): Named[] {
  const swagger = documentV2(new ServedKinds(kindsOfRelease(release), release), []) as Swagger;
  const resolve = (each: Parameter): Parameter =>
    each.$ref === undefined ? each : swagger.parameters![each.$ref.replace('#/parameters/', '')]!;
  return Object.entries(swagger.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => {
      const all = [...parameters, ...(operation.parameters ?? [])].map(resolve);
      const named = all
        .filter((each) => each.in !== 'body')
        .map(({ in: place, name, type }) => `${place}:${name}:${type}`);
      const gvk = operation['x-kubernetes-group-version-kind'];
      return {
        path,
        method,
        operationId: operation.operationId,
        action: operation['x-kubernetes-action'] ?? '',
        gvk: gvk ? `${gvk.group}/${gvk.version}/${gvk.kind}` : '',
        parameters: named.sort().join(' '),
        body: nameOf(all.find((each) => each.in === 'body')?.schema),
        codes: Object.keys(operation.responses).join(' '),
        answer: nameOf(operation.responses[200]?.schema),
      };
    }),
  );
}

/** The group version and the resource of a path, as far as it has them. */
function placeOf(path: string): string {
  const [, root, version, resource] =
    /^\/(api|apis\/[^/]+)\/(v[^/]+)\/(?:watch\/)?(?:namespaces\/\{namespace\}\/)?([^/]+)/.exec(path) ?? [];
  return root === undefined ? path : `${root}/${version}/${resource}`;
}

/**
 * The versions of Deployments and their like that Kubernetes 1.16 removed have kinds Scale and DeploymentRollback of their own; here
 * those of `autoscaling/v1` and `extensions/v1beta1` are answered (docs/conformance.md).
 */
function isKnownToDiffer(release: ReleaseName, { path }: Named): boolean {
  return release === 'okd-legacy' && /^\/apis\/(apps|extensions)\/v1beta[12]\/.*\/(scale|rollback)$/.test(path);
}

describe.each(Object.keys(UPSTREAM) as ReleaseName[])('OpenAPI of %s', (release) => {
  const ours = own(release);
  const theirs = UPSTREAM[release]!;
  const keyOf = ({ method, path }: Named): string => `${method} ${path}`;

  test('names every operation that upstream names for the resources that are served, and no others of these', () => {
    const [served, known] = [ours, theirs].map((all) => new Set(all.map(({ path }) => placeOf(path))));
    const common = (all: readonly Named[]): string[] =>
      all
        .filter(({ path }) => served!.has(placeOf(path)) && known!.has(placeOf(path)))
        .map(keyOf)
        .sort();
    expect(common(ours).length).toBeGreaterThan(500);
    expect(common(ours)).toEqual(common(theirs));
  });

  test('calls them as upstream does, with the same parameters, bodies, kinds and answers', () => {
    const upstream = new Map(theirs.map((each) => [keyOf(each), each]));
    const both = ours.filter((each) => upstream.has(keyOf(each)) && !isKnownToDiffer(release, each));
    expect(both).toEqual(both.map((each) => upstream.get(keyOf(each))));
  });

  test('gives every operation a name of its own', () => {
    const names = ours.map(({ operationId }) => operationId);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
