import type { PodSpec } from '../objects';

/** Texts remembered in one generation. Two are kept, so that what is in use survives when the older one is dropped. */
const GENERATION_SIZE = 1024;
/** Longer specs are hardly ever equal. */
const MAX_LENGTH = 8192;
/** Entry of a spec that was seen once: only its text is remembered. */
const MET = Symbol('met');

/** Values that several objects hold: specs of pods that are equal, and the values computed from these alone. */
const shared = new WeakSet<object>();

class SharedSpecs {
  private young = new Map<string, PodSpec | typeof MET>();
  private old = new Map<string, PodSpec | typeof MET>();

  find(text: string): PodSpec | typeof MET | undefined {
    const known = this.young.get(text);
    if (known) return known;
    const before = this.old.get(text);
    if (before) this.remember(text, before);
    return before;
  }

  remember(text: string, spec: PodSpec | typeof MET): void {
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(text, spec);
  }
}

const specs = new SharedSpecs();

/** Results of `shareFilled` for specs that are shared before they are filled, such as those of templates. */
const filled = new WeakMap<PodSpec, PodSpec>();

/**
 * The spec as `fill` leaves it, one and the same for equal specs: pods are made from few templates, and what follows
 * from a spec alone is then worked out once ({@link onceForShared}). A spec that is met for the first time stays on its
 * own, so that those of which there is but one cost no more than their text. `fill` changes the fresh spec in place;
 * of one that is shared it gets a copy.
 */
export function shareFilled(spec: PodSpec, fill: (spec: PodSpec) => void): PodSpec {
  if (!isShared(spec)) return shareText(spec, JSON.stringify(spec), fill);
  let known = filled.get(spec);
  if (!known) {
    const text = JSON.stringify(spec);
    known = markShared(shareText(JSON.parse(text) as PodSpec, text, fill));
    filled.set(spec, known);
  }
  return known;
}

function shareText(spec: PodSpec, text: string, fill: (spec: PodSpec) => void): PodSpec {
  const known = specs.find(text);
  if (known !== undefined && known !== MET) return known;
  fill(spec);
  if (text.length <= MAX_LENGTH) specs.remember(text, known === MET ? markShared(spec) : MET);
  return spec;
}

/** Returns whether several objects may share this value; it must not be changed then. */
export function isShared(value: object): boolean {
  return shared.has(value);
}

/** Declares that several objects are going to hold this value. */
export function markShared<T extends object>(value: T): T {
  shared.add(value);
  return value;
}

/** A pure function of specs, or of parts of them, worked out once for each that is shared. */
export function onceForShared<S extends object, T>(compute: (spec: S) => T): (spec: S) => T {
  const known = new WeakMap<S, { readonly value: T }>();
  return (spec) => {
    if (!shared.has(spec)) return compute(spec);
    let entry = known.get(spec);
    if (!entry) known.set(spec, (entry = { value: compute(spec) }));
    return entry.value;
  };
}

/** As {@link onceForShared}, for an object that replaces the spec: one made from a shared spec is shared too. */
export function sharedForShared<S extends object, T extends object>(make: (spec: S) => T): (spec: S) => T {
  return onceForShared((spec) => (shared.has(spec) ? markShared(make(spec)) : make(spec)));
}
