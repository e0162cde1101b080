import { Module, type DynamicModule } from '@nestjs/common';
import { GraphqlApiModule, type GraphqlService, type OperationCheck } from '@orrery/graphql-api';

/** Parts of the API server that Nest serves; the Kubernetes wire is mounted beside it. */
@Module({})
export class ApiServerModule {
  static for(service: GraphqlService, check: OperationCheck): DynamicModule {
    return { module: ApiServerModule, imports: [GraphqlApiModule.for(service, check)] };
  }
}
