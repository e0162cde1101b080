export { fieldChanges, type FieldChange } from './field-changes';
export { momentOfHostLabel, parseMoment, type Moment } from './moment';
export { reasonOf } from './reason-of';
