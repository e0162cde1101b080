import { runGroup } from './run-group';

runGroup('core', 0);
