import { YamlWriter } from '@orrery/api-types';
import { TextPieces } from './in-slices';

/** Returns an answer as YAML, in pieces; its lists are written member by member, so that a long one does not hold up everything else. */
export async function yamlOf(body: unknown): Promise<readonly Buffer[]> {
  const pieces = new TextPieces();
  for (const part of new YamlWriter().parts(body)) await pieces.add(part);
  return pieces.end();
}
