export { compilePattern, LinearPattern, PatternError } from './linear-pattern';
