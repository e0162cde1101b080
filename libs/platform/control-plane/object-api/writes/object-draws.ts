import { createHash, randomUUID } from 'node:crypto';
import type { ObjectKey } from '@orrery/store';
import { randomFor, type Random } from '@orrery/time';

/** Random parts of a new object. */
interface ObjectDraw {
  readonly uid: string;
  /** Completes a generated name. */
  readonly random: Random;
}

/** The object for which something is drawn: by its name, or by the prefix from which its name is generated. */
type DrawnFor = Pick<ObjectKey, 'resource' | 'namespace' | 'name'>;

/** Draws for the creation of an object: others with each call. */
export type ObjectDraws = (object: DrawnFor) => ObjectDraw;

/** Draws that never repeat, as in a cluster on real time. */
export function chanceDraws(random: Random): ObjectDraws {
  return () => ({ uid: randomUUID(), random });
}

/**
 * Draws that follow from the identity of a cluster and from what is in its log, so that the same inputs give the same uids and
 * names. A uid is given once: an object that is made again under its name is made at a later revision, and what is drawn for one name
 * at one revision is counted.
 *
 * @param identity tells a cluster from all others
 * @param revision the last one that the writer has seen
 */
export function repeatableDraws(identity: string, revision: () => number): ObjectDraws {
  const counts = new Map<string, number>();
  let countedAt = -1;
  return ({ resource, namespace, name }) => {
    const seen = revision();
    if (seen !== countedAt) counts.clear();
    countedAt = seen;
    const object = [resource, namespace, name].join('\0');
    const count = counts.get(object) ?? 0;
    counts.set(object, count + 1);
    const key = [identity, object, seen, count].join('\0');
    return { uid: uidOf(key), random: randomFor('generated name', key) };
  };
}

/** Returns the same draw for an object on every call. */
export function rememberedDraws(draws: ObjectDraws): ObjectDraws {
  const known = new Map<string, () => ObjectDraw>();
  return (object) => {
    const key = [object.resource, object.namespace, object.name].join('\0');
    let draw = known.get(key);
    if (!draw) {
      const { uid, random } = draws(object);
      const seed = random.uint32();
      draw = () => ({ uid, random: randomFor('write', seed) });
      known.set(key, draw);
    }
    return draw();
  };
}

/** A uid in the form of those of upstream: a UUID of version 4. Of 122 bits of a digest, so that no two meet. */
function uidOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = bytes.toString('hex');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
