interface Field {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields that are shown of one change. */
const SHOWN_FIELDS = 3;
/** Characters of a value that are shown. */
const SHOWN_CHARACTERS = 30;

/** Changed fields in one line: `spec.replicas 2 → 3, and 2 more`. */
export function fieldsText(fields: readonly Field[]): string {
  const shown = fields.slice(0, SHOWN_FIELDS).map(fieldText);
  const rest = fields.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

function fieldText({ path, before, after }: Field): string {
  if (before === null) return `+${path} ${valueText(after)}`;
  if (after === null) return `-${path}`;
  return `${path} ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}
