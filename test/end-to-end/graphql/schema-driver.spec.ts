import { MercuriusDriver } from '@nestjs/mercurius';
import { isInterfaceType, isObjectType, printSchema, type GraphQLSchema } from 'graphql';
import { startTestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { SchemaDriver } from '../../../libs/api/graphql/server/schema/schema-driver';

/** Each field that does something of its own, with what it has. */
function doingFields(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => {
      if (isInterfaceType(type)) return [`${type.name} ${typeof type.resolveType}`];
      return Object.entries(type.getFields()).map(
        ([field, { resolve, subscribe }]) => `${type.name}.${field} ${typeof resolve} ${typeof subscribe}`,
      );
    })
    .sort();
}

test('the schema is the one that Nest makes by its longer way, and its fields have what Nest gives them', async () => {
  const own = SchemaDriver.prototype.generateSchema;
  const compared: GraphQLSchema[] = [];
  const spy = jest.spyOn(SchemaDriver.prototype, 'generateSchema');
  spy.mockImplementation(async function (this: SchemaDriver, options) {
    const { transformSchema: _later, ...plain } = options;
    compared.push(await own.call(this, plain));
    // Mercurius types the options for its own context.
    compared.push((await MercuriusDriver.prototype.generateSchema.call(this, plain as never))!);
    return own.call(this, options);
  });
  const server = await startTestGraphqlServer({ token: '' });
  await server.close();
  spy.mockRestore();
  const [ours, theirs] = compared as [GraphQLSchema, GraphQLSchema];
  expect(printSchema(ours)).toBe(printSchema(theirs));
  const fields = doingFields(ours);
  expect(fields).toEqual(doingFields(theirs));
  expect(fields.filter((field) => field.includes('function')).length).toBeGreaterThan(300);
});
