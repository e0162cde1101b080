import { generatedFile } from '../generated-file.mjs';

/** Types that Go writes even where the tag says `omitempty`: structs by value are never empty to its encoder. */
const STRUCT_SCALARS = new Set(['Time', 'MicroTime', 'Quantity', 'IntOrString']);
/** Fields with `omitzero`, which the descriptions do not keep. */
const OMIT_ZERO = new Set(['meta.v1.ObjectMeta.creationTimestamp']);

/** Fields that Go writes even where they are unset: without a pointer, and without `omitempty` or a struct by value. */
export const alwaysWrittenTable = {
  file: 'libs/core/api-types/structure/always-written.generated.ts',
  render({ structs, versions }) {
    const ofVersions = [...versions.structs].map(([id, fields]) => ({
      id,
      name: id,
      fields: fields.map((field) => [field.name, field]),
    }));
    const lines = [...structs.values(), ...ofVersions].flatMap((struct) => {
      const written = [...struct.fields].filter(([field, about]) => isWritten(struct, field, about));
      return written.length > 0 ? [`${struct.name} ${written.map(([field]) => field).join(' ')}`] : [];
    });
    const nulls = [...structs.values(), ...ofVersions].flatMap(({ name, fields }) => {
      const written = [...fields].filter(([, about]) => isWrittenAsNull(about));
      return written.length > 0 ? [`${name} ${written.map(([field]) => field).join(' ')}`] : [];
    });
    return generatedFile(
      `/** One struct a line: its name, then the fields that Go writes even where they are unset. */
export const ALWAYS_WRITTEN = \`\n${lines.sort().join('\n')}\n\`;

/** The same of optional fields with a pointer, which Go writes as null. */
export const WRITTEN_NULLS = \`\n${nulls.sort().join('\n')}\n\`;
`,
    );
  },
};

function isWritten({ id }, field, { type, pointer, omitEmpty, number, shape }) {
  if (pointer || number === undefined || OMIT_ZERO.has(`${id}.${field}`)) return false;
  return omitEmpty !== true || STRUCT_SCALARS.has(type) || /^[A-Z]|^[a-z]+\.v/.test(shape);
}

/** Required fields with a pointer are never null in an object that is stored. */
function isWrittenAsNull({ pointer, omitEmpty, number, required }) {
  return pointer === true && omitEmpty !== true && number !== undefined && required !== true;
}
