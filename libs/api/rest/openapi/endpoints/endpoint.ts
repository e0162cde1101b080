import type { GroupVersionKind } from '@orrery/api-descriptions';
import type { Parameter } from './parameters';

/** The methods of HTTP as OpenAPI names them, in the order of its documents. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
export type Method = (typeof METHODS)[number];

/** Schema of a request or an answer: a definition by its name, or a text. */
export type Content = { readonly definition: string } | { readonly type: 'string' };

/** A body that a request may or must have. */
export interface RequestBody {
  readonly content: Content;
  readonly isRequired: boolean;
}

/** A method at a path: one operation of the documents, in both of their versions. */
export interface Endpoint {
  readonly path: string;
  readonly method: Method;
  /** Unique; clients name their functions so. */
  readonly operationId: string;
  readonly tag: string;
  readonly description: string;
  /** The action on resources, in the words of upstream's installer; undefined for pages about the API. */
  readonly action?: string;
  readonly gvk?: GroupVersionKind;
  /** Parameters of path and query. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** The codes of success. */
  readonly codes: readonly number[];
  readonly answer: Content;
  /** Media types; undefined where the document has none. */
  readonly consumes?: readonly string[];
  readonly produces: readonly string[];
}
