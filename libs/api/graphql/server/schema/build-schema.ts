import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaBuilderModule, GraphQLSchemaFactory } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { FURTHER_TYPES, RESOLVERS } from './resolvers';
import { orderSchema } from './schema-order';

/** The schema without a server, for its file and for checks of it. */
export async function buildSchema(): Promise<GraphQLSchema> {
  const app = await NestFactory.createApplicationContext(GraphQLSchemaBuilderModule, { logger: false });
  const schema = await app.get(GraphQLSchemaFactory).create([...RESOLVERS], { orphanedTypes: FURTHER_TYPES });
  await app.close();
  return orderSchema(schema);
}
