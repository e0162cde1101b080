import { Module, type DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import type { ControlPlane } from '@orrery/control-plane';
import { graphqlOptions } from './graphql-options';
import { CONTROL_PLANE } from './requests/request-context';
import { RESOLVERS } from './resolvers';

/** The GraphQL API over a control plane, at `/graphql`. Also provides the control plane under {@link CONTROL_PLANE}. */
@Module({})
export class GraphqlApiModule {
  static for(plane: ControlPlane): DynamicModule {
    return {
      module: GraphqlApiModule,
      imports: [GraphQLModule.forRoot<MercuriusDriverConfig>({ driver: MercuriusDriver, ...graphqlOptions(plane) })],
      providers: [{ provide: CONTROL_PLANE, useValue: plane }, ...RESOLVERS],
      exports: [CONTROL_PLANE],
    };
  }
}
