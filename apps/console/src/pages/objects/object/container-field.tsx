interface ContainerFieldProps {
  readonly containers: readonly string[];
  readonly value: string;
  readonly onChange: (container: string) => void;
}

/** Chooses a container of a pod. */
export function ContainerField({ containers, value, onChange }: ContainerFieldProps) {
  return (
    <label>
      Container
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {containers.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
