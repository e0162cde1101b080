export { forkByReplay, type RecordedMoment } from './fork-by-replay';
export type { InputPerformer } from './perform-input';
export { readRecordingFile, readRecordingOf, recordingText, type Recording } from './recording-file';
export type { ReplayProgress, ReplayReport } from './replay';
export { replaysOf, type ReplayChoice, type RunningReplay } from './replays';
