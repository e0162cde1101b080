import { jsonText, type KubeObject } from '@orrery/api-types';
import { mapInSlices, Turns } from './in-slices';
import { fieldText, textOfMetadata, textOfParts } from '@orrery/store';

/**
 * Maximum size of the kept text, of objects of all clusters together; above it all of it is dropped and made again on
 * demand.
 */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Size of a block of texts that are made in succession; it may be a little larger. */
const BLOCK_BYTES = 1024 * 1024;
/** Average length below which copying pieces is cheaper than writing each. */
const PIECE_BYTES = 16 * 1024;
const COMMA = 44;

/** Location of the text of an object. */
interface KeptText {
  readonly block: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * The JSON texts of objects that were listed. Clients list the same objects again and again; objects are never changed
 * in place, so a text holds as long as its object lives. They are outside the heap, where the collector does not copy
 * them.
 */
class KeptTexts {
  private texts = new WeakMap<KubeObject, KeptText>();
  private bytes = 0;

  get(object: KubeObject): KeptText | undefined {
    return this.texts.get(object);
  }

  keep(object: KubeObject, text: KeptText): void {
    if (this.bytes > KEPT_BYTES) {
      this.texts = new WeakMap();
      this.bytes = 0;
    }
    this.bytes += text.to - text.from;
    this.texts.set(object, text);
  }
}

const kept = new KeptTexts();

/** Items as JSON in a version, by list of the cache, which is the same as long as nothing changes. */
const lists = new WeakMap<readonly KubeObject[], { readonly apiVersion: string; readonly pieces: readonly Buffer[] }>();

/** Content of a list, and its presentation. */
export interface ListOptions {
  /** An object in the version of the list; the object itself where that is stored. */
  readonly show: (object: KubeObject) => KubeObject;
  /** True if the objects, and the list, are those of the cache, which stay until they change. */
  readonly areKept: boolean;
  /** True if each item contains its kind and version; the items of kinds that Go has types for leave both to the list. */
  readonly isKindNamed: boolean;
}

/** A list of objects, as the value that other encodings take, or as JSON in pieces. */
export class ListBody {
  constructor(
    private readonly head: { readonly kind: string; readonly apiVersion: string; readonly metadata: object },
    private readonly items: readonly KubeObject[],
    private readonly options: ListOptions,
  ) {}

  async value(): Promise<unknown> {
    const { show, isKindNamed } = this.options;
    const item = (object: KubeObject): unknown => (isKindNamed ? ordered(object) : withoutKind(object));
    return { ...this.head, items: await mapInSlices(this.items, (object) => item(show(object))) };
  }

  /** Returns the JSON text of {@link value}. */
  async pieces(): Promise<readonly Buffer[]> {
    const start = `${jsonText(this.head).slice(0, -1)},"items":[`;
    return [Buffer.from(start), ...(await this.itemPieces()), Buffer.from(']}')];
  }

  private async itemPieces(): Promise<readonly Buffer[]> {
    const { items, options } = this;
    const { apiVersion } = this.head;
    const known = lists.get(items);
    if (known?.apiVersion === apiVersion) return known.pieces;
    const shown = await mapInSlices(items, options.show);
    const areKept = options.areKept && shown.every((object, i) => object === items[i]);
    const pieces = gathered(joined(await textsOf(shown, areKept, options.isKindNamed)));
    if (areKept) lists.set(items, { apiVersion, pieces });
    return pieces;
  }
}

/** One piece instead of many short ones. */
function gathered(pieces: readonly Buffer[]): readonly Buffer[] {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return bytes < pieces.length * PIECE_BYTES ? [Buffer.concat(pieces, bytes)] : pieces;
}

/** Returns the text of each object; those that have none yet are written into blocks, one behind the other. */
async function textsOf(objects: readonly KubeObject[], areKept: boolean, isKindNamed: boolean): Promise<KeptText[]> {
  const texts: (KeptText | undefined)[] = objects.map((object) => kept.get(object));
  let open: { at: number; text: string; length: number }[] = [];
  let openBytes = 0;
  const close = (): void => {
    const block = Buffer.allocUnsafeSlow(openBytes);
    let from = 0;
    for (const { at, text, length } of open) {
      block.write(text, from);
      const written = (texts[at] = { block, from, to: from + length });
      if (areKept) kept.keep(objects[at]!, written);
      block[from + length] = COMMA;
      from += length + 1;
    }
    open = [];
    openBytes = 0;
  };
  const turns = new Turns();
  for (let at = 0; at < objects.length; at++) {
    if (texts[at]) continue;
    const text = orderedText(objects[at]!, isKindNamed);
    const length = Buffer.byteLength(text);
    open.push({ at, text, length });
    openBytes += length + 1;
    if (openBytes >= BLOCK_BYTES) close();
    await turns.after(length);
  }
  if (open.length > 0) close();
  return texts as KeptText[];
}

/** Returns texts with commas between them; adjacent ones form one piece. */
function joined(texts: readonly KeptText[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let i = 0; i < texts.length;) {
    const { block, from } = texts[i]!;
    let { to } = texts[i]!;
    for (i++; i < texts.length && texts[i]!.block === block && texts[i]!.from === to + 1; i++) to = texts[i]!.to;
    // Behind each text there is a comma, which the last one goes without.
    pieces.push(block.subarray(from, i < texts.length ? to + 1 : to));
  }
  return pieces;
}

/** Returns an object with its fields in the order for people: kind and version first. */
export function ordered({ kind, apiVersion, metadata, spec, status, ...rest }: KubeObject): unknown {
  return {
    kind,
    apiVersion,
    metadata,
    ...(spec === undefined ? {} : { spec }),
    ...rest,
    ...(status === undefined ? {} : { status }),
  };
}

function withoutKind(object: KubeObject): unknown {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = ordered(object) as KubeObject;
  return rest;
}

/** The JSON text of {@link ordered}, made of the texts of parts that many objects share; without kind and version if asked. */
export function orderedText(object: KubeObject, isKindNamed = true): string {
  const { kind, apiVersion, metadata, spec, status, ...rest } = object;
  const fields = isKindNamed ? [fieldText('kind', kind), fieldText('apiVersion', apiVersion)] : [];
  fields.push(`"metadata":${textOfMetadata(metadata)}`);
  if (spec !== undefined) fields.push(isRecord(spec) ? `"spec":${textOfParts(spec)}` : fieldText('spec', spec));
  for (const [key, value] of Object.entries(rest)) fields.push(fieldText(key, value));
  if (status !== undefined) fields.push(fieldText('status', status));
  return `{${fields.filter((field) => field !== '').join(',')}}`;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
