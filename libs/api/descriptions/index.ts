export { describeStruct } from './descriptions';
