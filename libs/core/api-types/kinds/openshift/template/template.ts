import type { KubeObject } from '../../../objects';

/** A named value of a Template. */
export interface TemplateParameter {
  readonly name?: string;
  readonly value?: string;
  /** Name of the generator of the value, where none is given. */
  readonly generate?: string;
  /** Input from which the generator makes a value. */
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
