import { modelName } from './model-name.mjs';
import { referenceTexts } from './reference-texts.mjs';

const SCALARS = { string: 'string', boolean: 'bool', Date: 'Time', any: 'any', object: 'any' };
const NUMBERS = { int32: 'int32', int64: 'int64', double: 'float64' };

/**
 * The structs of a package whose Go types are in no program that is read: fields, texts and required marks of the models.
 * They have no numbers on the wire and no patch rules.
 */
export function describeModels({ models, references }, home) {
  const named = new Map(home.structs.map((name) => [modelName(models, home, name), name]));
  const described = [...named].map(([model, name]) => {
    const { text, fields } = models.get(model);
    const texts = referenceTexts(references, { ...home, name });
    const entries = [...fields].map(([field, about]) => {
      const isTypeMeta = field === 'apiVersion' || field === 'kind';
      const own = isTypeMeta ? '' : about.text || texts.get(field);
      const type = typeName(about, (reference) => targetOf(reference, named, home));
      return [field, { type, ...(about.isRequired ? { required: true } : {}), ...(own ? { text: own } : {}) }];
    });
    return [name, { model, text, fields: Object.fromEntries(entries) }];
  });
  return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function targetOf(model, named, home) {
  if (model === 'V1ObjectMeta') return 'meta.v1.ObjectMeta';
  if (!named.has(model)) throw new TypeError(`${model} is not among the structs of ${home.id}`);
  return `${home.id}.${named.get(model)}`;
}

function typeName({ type, format }, targetOf) {
  if (format === 'byte') return 'bytes';
  const list = /^Array<(.*)>$/.exec(type);
  if (list) return `[]${typeName({ type: list[1], format }, targetOf)}`;
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type);
  if (map) return `map[string]${typeName({ type: map[1], format }, targetOf)}`;
  if (type === 'number') return NUMBERS[format];
  return SCALARS[type] ?? targetOf(type);
}
