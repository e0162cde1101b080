export { EventCorrelator, type EventNote, type EventWrite } from './event-correlator';
