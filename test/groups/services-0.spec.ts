import { runGroup } from './run-group';

runGroup('services', 0);
