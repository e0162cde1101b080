import { Module, type DynamicModule } from '@nestjs/common';
import { GraphqlApiModule } from './graphql/graphql.module';
import type { GraphqlService } from './graphql/requests/request-context';

/** What the API server serves through Nest; the Kubernetes wire is mounted beside it. */
@Module({})
export class ApiServerModule {
  static for(service: GraphqlService): DynamicModule {
    return { module: ApiServerModule, imports: [GraphqlApiModule.for(service)] };
  }
}
