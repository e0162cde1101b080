import { hintOf, labelOf, type FieldSchema } from '../model/forms/form';

/** Differences of a field from what its schema says. */
export interface FieldLook {
  readonly label?: string;
  /** Shown in an empty field: an example, or the value that the server takes. */
  readonly placeholder?: string;
  /** Width in letters. */
  readonly size?: number;
  /** True for the field that is ready for input when the form opens. */
  readonly isFirst?: boolean;
  /** True for a field as wide as the form. */
  readonly isWide?: boolean;
}

interface SchemaFieldProps extends FieldLook {
  readonly path: string;
  readonly schema: FieldSchema;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Field of a form, made of the schema of its value: label, explanation, kind, range, accepted words, default. */
export function SchemaField({ path, schema, label = labelOf(path), value, onValue, ...look }: SchemaFieldProps) {
  const { kind, words, min, max, isRequired, preset } = schema;
  const width = look.isWide ? 'wide' : undefined;
  const common = { title: hintOf(schema), required: isRequired, autoFocus: look.isFirst };
  if (words)
    return (
      <div className={width}>
        <label>
          {label}
          <select
            {...common}
            aria-describedby={`${path}-hint`}
            value={value}
            onChange={({ target }) => onValue(target.value)}
          >
            {preset !== undefined && <option value="">{preset} (default)</option>}
            {Object.keys(words)
              .filter((word) => word !== preset)
              .map((word) => (
                <option key={word}>{word}</option>
              ))}
          </select>
        </label>
        <span id={`${path}-hint`} className="quiet small">
          {words[value]}
        </span>
      </div>
    );
  if (kind === 'flag')
    return (
      <label className="check">
        <input
          {...common}
          type="checkbox"
          checked={value === 'true'}
          onChange={({ target }) => onValue(String(target.checked))}
        />
        {label}
      </label>
    );
  const isNumber = kind === 'integer' || kind === 'number';
  return (
    <label className={width}>
      {label}
      <input
        {...common}
        {...(isNumber ? { type: 'number', min, max, step: kind === 'integer' ? 1 : 'any' } : { size: look.size })}
        placeholder={look.placeholder ?? preset}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </label>
  );
}
