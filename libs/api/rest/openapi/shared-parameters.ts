import { createHash } from 'node:crypto';
import { jsonText } from '@orrery/api-types';

/** A parameter as JSON. */
export interface SharedParameter {
  readonly name: string;
  readonly [field: string]: unknown;
}

/**
 * Parameters that a document defines once and refers to (`deduplicateParameters` of kube-openapi, since 1.27). The name
 * of an object, whose description names the kind, stays in its place, and so do `dryRun` and `fieldValidation`: by
 * these kubectl before 1.28 sees what the server can do, and it looks up no references.
 */
export class SharedParameters {
  private readonly names = new Map<string, string>();
  private readonly byName = new Map<string, object>();

  /** Without sharing, every parameter stays in its place. */
  constructor(private readonly isSharing: boolean) {}

  /** A parameter as it is to be put in its place: itself, or a reference. */
  place(parameter: SharedParameter): object {
    if (!this.isSharing || IN_PLACE.has(parameter.name)) return parameter;
    const text = jsonText(parameter);
    let name = this.names.get(text);
    if (name === undefined) {
      name = `${parameter.name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`;
      this.names.set(text, name);
      this.byName.set(name, parameter);
    }
    return { $ref: `#/parameters/${name}` };
  }

  /** All that were referred to, by their names. */
  get definitions(): Record<string, object> {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const IN_PLACE: ReadonlySet<string> = new Set(['name', 'dryRun', 'fieldValidation']);
