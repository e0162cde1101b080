import { shareTestGraphqlServer } from '../../libs/testing/graphql-server';
import { runGroup } from './run-group';

shareTestGraphqlServer();
runGroup('stories', 0);
