import { Module, type DynamicModule } from '@nestjs/common';
import type { ControlPlane } from '@orrery/control-plane';
import { GraphqlApiModule } from './graphql/graphql.module';

/** What the API server serves through Nest; the Kubernetes wire is mounted beside it. */
@Module({})
export class ApiServerModule {
  static for(plane: ControlPlane): DynamicModule {
    return { module: ApiServerModule, imports: [GraphqlApiModule.for(plane)] };
  }
}
