export { MOMENT_FORMS, Moments, momentsOf } from './moments';
