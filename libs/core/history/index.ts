export { momentOfHostLabel, parseMoment, type Moment } from './moment';
