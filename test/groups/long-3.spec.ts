import { shareTestGraphqlServer } from '../../libs/testing/kit/graphql-server';
import { runGroup } from './run-group';

shareTestGraphqlServer();
runGroup('long', 3);
