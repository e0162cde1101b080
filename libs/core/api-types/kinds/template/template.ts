import type { KubeObject } from '../../objects';

/** A named value of a Template. */
export interface TemplateParameter {
  readonly name?: string;
  readonly value?: string;
  /** Name of the generator of the value, where none is given. */
  readonly generate?: string;
  /** What the generator makes a value from. */
  readonly from?: string;
  readonly required?: boolean;
}

/** OpenShift's Template: objects in which parameters are filled in. */
export interface Template extends KubeObject {
  readonly message?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly objects?: readonly unknown[];
  readonly parameters?: readonly TemplateParameter[];
}
