import { Module, type DynamicModule } from '@nestjs/common';
import { GraphqlApiModule } from './graphql/graphql.module';
import type { OperationCheck } from './graphql/operations/operation-check';
import type { GraphqlService } from './graphql/requests/request-context';

/** What the API server serves through Nest; the Kubernetes wire is mounted beside it. */
@Module({})
export class ApiServerModule {
  static for(service: GraphqlService, check: OperationCheck): DynamicModule {
    return { module: ApiServerModule, imports: [GraphqlApiModule.for(service, check)] };
  }
}
