import { useState, type ReactNode } from 'react';
import type { FormSchema, FormValues } from '../model/forms/form';
import { SchemaField, type FieldLook } from './schema-field';

/** Values of a form and its fields. */
interface Form<V> {
  readonly values: V;
  /** Makes the field of a value. */
  field(path: keyof V & string, look?: FieldLook): ReactNode;
}

/** Keeps the values of a form for the input of an action: those that `initial` names. */
export function useForm<S extends FormSchema, V extends FormValues<S>>(schema: S, initial: V): Form<V> {
  const [values, setValues] = useState(initial);
  const field = (path: keyof V & string, look: FieldLook = {}) => (
    <SchemaField
      key={path}
      path={path}
      schema={schema[path]!}
      value={values[path] ?? ''}
      onValue={(value) => setValues((before) => ({ ...before, [path]: value }))}
      {...look}
    />
  );
  return { values, field };
}
