import 'reflect-metadata';
import { buildSchema as schemaOf } from 'graphql';
import { ruledFields } from './authorize-schema';

it('refuses a schema with a root field whose resolver has no rule', () => {
  const schema = schemaOf('type Query { open: Int }');
  expect(() => ruledFields(schema)).toThrow('the query open has no access rule: add @Requires to its resolver');
});
