import { useAnswer } from '../../../graphql/client-context';
import { NamespaceNamesQuery } from '../../../graphql/operations.generated';

interface NamespaceFieldProps {
  /** Empty: all namespaces. */
  readonly value: string;
  readonly onChange: (namespace: string) => void;
}

const NO_VARIABLES = {};

/** Limits a table to a namespace. Clients that may not list namespaces write its name. */
export function NamespaceField({ value, onChange }: NamespaceFieldProps) {
  const { data, error } = useAnswer(NamespaceNamesQuery, NO_VARIABLES);
  if (error)
    return (
      <input
        key={value}
        aria-label="Namespace"
        placeholder="All namespaces"
        defaultValue={value}
        onBlur={({ target }) => onChange(target.value.trim())}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(currentTarget.value.trim())}
      />
    );
  // The rows have one column: the name.
  const names = ((data?.objectTable.rows ?? []) as readonly (readonly [string])[]).map(([name]) => name);
  const shown = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <select aria-label="Namespace" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All namespaces</option>
      {shown.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
