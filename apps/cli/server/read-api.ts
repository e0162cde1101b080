import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { parseJson, type KubeObject } from '@orrery/api-types';
import { RefusedError, UnreachableError, type ServerAddress } from '@orrery/sdk';

/** Number of objects per page. */
const PAGE = 500;
/** Status of an expired page token. */
const GONE = 410;

/** A resource whose objects can be listed and created. */
export interface ListedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespaced: boolean;
}

/** Client credentials, and the checks of the server. */
export type TlsOptions = Pick<RequestOptions, 'cert' | 'key' | 'rejectUnauthorized' | 'servername'>;

/** The server refused a request, with a status of HTTP. */
class ApiRefusal extends RefusedError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs?: readonly string[];
}

/** Reads the Kubernetes API of a server, with integers as they are. Rejects with {@link RefusedError} or {@link UnreachableError}. */
export class ApiReader {
  constructor(private readonly address: ServerAddress & TlsOptions) {}

  /**
   * The resources of each group's preferred version that can be listed and created; a kind of two groups once, as its newer one. With
   * `failed` groups that the server refuses, such as those of an API server that is away, are passed over and given to it.
   */
  async resources(failed?: (apiVersion: string, error: RefusedError) => void): Promise<ListedResource[]> {
    const { groups } = (await this.get('/apis')) as {
      groups: readonly { name: string; preferredVersion: { groupVersion: string } }[];
    };
    const versions = ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)];
    const lists = await Promise.all(
      versions.map((version) =>
        this.get(basePath(version)).catch((error: unknown) => {
          if (!failed || !(error instanceof RefusedError)) throw error;
          failed(version, error);
          return {};
        }),
      ),
    );
    const found = lists.flatMap((list, i) =>
      ((list as { resources?: readonly ApiResource[] }).resources ?? [])
        .filter(({ name, verbs = [] }) => !name.includes('/') && verbs.includes('list') && verbs.includes('create'))
        .map(({ name, kind, namespaced }) => ({ apiVersion: versions[i]!, kind, name, namespaced })),
    );
    const elsewhere = new Set(found.flatMap(({ apiVersion, name }) => (isOld(apiVersion) ? [] : [name])));
    return found.filter(({ apiVersion, name }) => !isOld(apiVersion) || !elsewhere.has(name));
  }

  /**
   * Returns all objects of a resource, of one namespace or of all, page by page. If the server no longer has the state
   * of the pages (410), the objects are read again in one page, as clients of Kubernetes do.
   *
   * @param progress called with the number of objects so far
   */
  async objects(
    resource: ListedResource,
    namespace?: string,
    progress: (count: number) => void = () => undefined,
  ): Promise<readonly KubeObject[]> {
    try {
      return await this.pages(resource, { namespace, limit: PAGE }, progress);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== GONE) throw error;
      return this.pages(resource, { namespace, limit: 0 }, progress);
    }
  }

  private async pages(
    { apiVersion, kind, name }: ListedResource,
    { namespace, limit }: { readonly namespace: string | undefined; readonly limit: number },
    progress: (count: number) => void,
  ): Promise<KubeObject[]> {
    const place = namespace === undefined ? name : `namespaces/${encodeURIComponent(namespace)}/${name}`;
    const objects: KubeObject[] = [];
    for (let token = ''; ;) {
      const page = token === '' ? '' : `&continue=${encodeURIComponent(token)}`;
      const list = (await this.get(`${basePath(apiVersion)}/${place}?limit=${limit}${page}`)) as {
        items: readonly KubeObject[] | null;
        metadata: { continue?: string };
      };
      for (const item of list.items ?? []) objects.push({ ...item, apiVersion, kind });
      progress(objects.length);
      token = list.metadata.continue ?? '';
      if (token === '') return objects;
    }
  }

  private async get(path: string): Promise<unknown> {
    const { status, text } = await this.send(path);
    try {
      const answer = parseJson(text) as { readonly message?: string };
      if (status === 200) return answer;
      throw new ApiRefusal(answer.message ?? `${path}: the server answered ${status}`, status);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      throw new UnreachableError(`${this.address.url}${path} answered ${status} and no JSON: is it an API server?`);
    }
  }

  private send(path: string): Promise<{ status: number; text: string }> {
    const { url, token, ca, ...tls } = this.address;
    const target = `${url}${path}`;
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const headers = {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    return new Promise((resolve, reject) => {
      const asking = open(target, { headers, ...tls, ...(ca === undefined ? {} : { ca }) }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      asking.on('error', ({ message, code }: NodeJS.ErrnoException) =>
        reject(new UnreachableError(`the server at ${target} cannot be reached: ${message || code}`)),
      );
      asking.end();
    });
  }
}

function basePath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** Groups whose kinds have moved to others. */
function isOld(apiVersion: string): boolean {
  return apiVersion.startsWith('extensions/') || apiVersion.startsWith('events.k8s.io/');
}
