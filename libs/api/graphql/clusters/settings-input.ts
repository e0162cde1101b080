import { Field, Float, InputType, Int } from '@nestjs/graphql';
import { CLUSTER_SETTINGS } from '@orrery/control-plane';
import type { Fields, Schema } from '@orrery/documents';
import { Duration, Json } from '../scalars/scalars';

/** A class that Nest makes an input type of. */
type InputClass = new () => object;

/**
 * Makes the GraphQL input type of an object of a document from its schema: a field for each field, nested objects as
 * types of their own (`ClusterSettingsNodeHealthInput`), and JSON where a schema leaves the inside open. Closed sets are
 * texts, for they are spelled as Kubernetes spells them; their values stand in the description.
 */
export function inputTypeOf(name: string, fields: Fields, description: string): InputClass {
  const type: InputClass = class {};
  Object.defineProperty(type, 'name', { value: `${name}Input` });
  for (const [field, schema] of Object.entries(fields)) {
    const fieldType = typeOf(schema, `${name}${field[0]!.toUpperCase()}${field.slice(1)}`);
    Field(() => fieldType as typeof String, { nullable: true, description: descriptionOf(schema, field) })(
      type.prototype as object,
      field,
    );
  }
  InputType(`${name}Input`, { description })(type);
  return type;
}

function typeOf(schema: Schema, name: string): unknown {
  switch (schema.type) {
    case 'string':
      return schema.format === 'duration' ? Duration : String;
    case 'integer':
      // Int has 32 bits, which sizes exceed.
      return schema.format === 'bytes' ? Float : Int;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'object':
      return inputTypeOf(name, schema.fields!, descriptionOf(schema, name));
    case 'list': {
      const items = { about: schema.about!, ...schema.items! };
      return items.type === 'list' ? Json : [typeOf(items, items.type === 'object' ? name.replace(/s$/, '') : name)];
    }
    case 'any':
      return schema.values ? String : Json;
    default:
      return Json;
  }
}

function descriptionOf({ about, values, shownDefault, default: preset }: Schema, name: string): string {
  const shown = shownDefault ?? (['number', 'boolean'].includes(typeof preset) ? String(preset) : undefined);
  return [
    about ?? `The ${name}.`,
    ...(values && !about?.includes(values[0]!) ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`] : []),
    ...(shown === undefined ? [] : [`Default ${shown}.`]),
  ].join(' ');
}

/** The settings of a cluster, from the one schema of them. */
export const ClusterSettingsInput = inputTypeOf(
  'ClusterSettings',
  CLUSTER_SETTINGS.fields,
  'Settings of a cluster; what is not given is as in its generation of behaviour.',
);
