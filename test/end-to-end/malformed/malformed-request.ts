import type { RawRequest } from '@orrery/test-services';
import type { Random } from '@orrery/time';

/** A request that must be refused. */
export interface Malformed extends RawRequest {
  readonly name: string;
  readonly path: string;
  /** The codes that are right; any of 400 to 499 if left out. */
  readonly codes?: readonly number[];
  /** The field that a cause must name. */
  readonly field?: string;
  /** The path is none of the server's: it answers with the page of such paths, not with a Status. */
  readonly isNoPath?: boolean;
}

export const PODS = '/api/v1/namespaces/default/pods';
export const MAPS = '/api/v1/namespaces/default/configmaps';
export const NODES = '/api/v1/nodes';
export const POD = { metadata: { name: 'simple' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
export const json = { 'content-type': 'application/json' };

export const post = (name: string, path: string, body: unknown, more: Partial<Malformed> = {}): Malformed => ({
  name,
  path,
  method: 'POST',
  body,
  ...more,
});
export const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;
