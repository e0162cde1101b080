import { DYN, isSameType, openType, withParams, type CelType, type CelTypeKind } from './cel-type';

const NULLABLE: ReadonlySet<CelTypeKind> = new Set(['null', 'optional', 'object', 'time']);

/** Types found for the open types of an expression (`checker/types.go` and `mapping.go` of cel-go). */
export class OpenTypes {
  private readonly found = new Map<string, CelType>();
  /** Changes of the current assignment, which are undone if it fails. */
  private readonly changes: { readonly name: string; readonly before: CelType | undefined }[] = [];
  private made = 0;

  /** A type of which nothing is known yet. */
  fresh(): CelType {
    return openType(`_var${this.made++}`);
  }

  /** Returns whether values of given types are assignable to wanted ones; keeps the types found for open ones. */
  assign(given: readonly CelType[], wanted: readonly CelType[]): boolean {
    this.changes.length = 0;
    if (this.areAssignable(given, wanted)) return true;
    for (const { name, before } of this.changes.reverse()) {
      if (before) this.found.set(name, before);
      else this.found.delete(name);
    }
    return false;
  }

  /** Returns a type with the known types of its open parts; the others become `dyn` where `closes`. */
  known(type: CelType, closes: boolean): CelType {
    if (!type.isOpen) return type;
    if (type.kind !== 'param') {
      return withParams(
        type,
        type.params.map((param) => this.known(param, closes)),
      );
    }
    const found = this.found.get(type.name);
    if (found) return this.known(found, closes);
    return closes ? DYN : type;
  }

  private areAssignable(given: readonly CelType[], wanted: readonly CelType[]): boolean {
    return given.length === wanted.length && given.every((type, i) => this.isAssignable(type, wanted[i]!));
  }

  private isAssignable(a: CelType, b: CelType): boolean {
    if (b.kind === 'param') {
      const { fits, wasKnown } = this.bind(a, b);
      if (fits || wasKnown) return fits;
    }
    if (a.kind === 'param') return this.bind(b, a).fits;
    if ([a, b].some(({ kind }) => kind === 'dyn' || kind === 'error')) return true;
    if (a.kind === 'null') return NULLABLE.has(b.kind);
    if (b.kind === 'null') return NULLABLE.has(a.kind);
    if (a.kind === 'type') return b.kind === 'type';
    return a.kind === b.kind && a.name === b.name && this.areAssignable(a.params, b.params);
  }

  /** Binds an open type to a type, or to the more general of it and the one found before. */
  private bind(type: CelType, open: CelType): { readonly fits: boolean; readonly wasKnown: boolean } {
    if (isSameType(type, open)) return { fits: true, wasKnown: true };
    const known = this.found.get(open.name);
    if (!known) {
      const fits = !this.occursIn(open, type);
      if (fits) this.set(open.name, type);
      return { fits, wasKnown: false };
    }
    if (isSameType(type, known)) return { fits: true, wasKnown: true };
    if (!this.isAssignable(type, known)) return { fits: false, wasKnown: true };
    const general = moreGeneral(type, known);
    if (!this.occursIn(open, general)) this.set(open.name, general);
    return { fits: true, wasKnown: true };
  }

  private set(name: string, type: CelType): void {
    this.changes.push({ name, before: this.found.get(name) });
    this.found.set(name, type);
  }

  private occursIn(open: CelType, type: CelType): boolean {
    if (!type.isOpen) return false;
    if (type.kind !== 'param') return type.params.some((param) => this.occursIn(open, param));
    if (type.name === open.name) return true;
    const known = this.found.get(type.name);
    return known !== undefined && this.occursIn(open, known);
  }
}

/** The more general of two types that go together. */
export function moreGeneral(a: CelType, b: CelType): CelType {
  return isNoMoreSpecific(a, b) ? a : b;
}

function isNoMoreSpecific(a: CelType, b: CelType): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true;
  if (b.kind === 'dyn' || b.kind === 'param' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  return (
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((param, i) => isNoMoreSpecific(param, b.params[i]!))
  );
}
