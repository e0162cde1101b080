import { Module, type DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { MercuriusDriverConfig } from '@nestjs/mercurius';
import { graphqlOptions } from './graphql-options';
import type { OperationCheck } from '../operations/operation-check';
import { CONTROL_PLANE, type GraphqlService } from '../../requests/request-context';
import { RESOLVERS } from './resolvers';
import { SchemaDriver } from './schema-driver';

/**
 * The GraphQL API over a control plane, at `/graphql`. Also provides the control plane under {@link CONTROL_PLANE}, and
 * gives the schema to the check.
 */
@Module({})
export class GraphqlApiModule {
  static for(service: GraphqlService, check: OperationCheck): DynamicModule {
    return {
      module: GraphqlApiModule,
      imports: [
        GraphQLModule.forRoot<MercuriusDriverConfig>({ driver: SchemaDriver, ...graphqlOptions(service, check) }),
      ],
      providers: [{ provide: CONTROL_PLANE, useValue: service.plane }, ...RESOLVERS],
      exports: [CONTROL_PLANE],
    };
  }
}
