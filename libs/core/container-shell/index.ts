export { FileBudget, FileStore, type Entry } from './files/file-store';
export { FileSystem, type Mount } from './files/file-system';
export { newNodeFiles } from './files/node-files';
export { FileError, FileProblem } from './files/file-error';
export { absolutePath, joinPath, parentOf } from './files/paths';
export { readTar, writeTar, type ArchiveEntry } from './files/tar-format';
export { isAgnhost } from './e2e-images/images';
export { ownCommand } from './main-process/own-command';
export {
  commandRun,
  containerRun,
  hookAlone,
  probesAlone,
  serverProbes,
  type RunContext,
} from './main-process/container-run';
export { NEEDS_POD, type KnownRun, type RecordedRun } from './main-process/record-run';
export { USUAL_DIRECTORIES } from './main-process/known-files';
export { isHttpSuccess, portNumber, probeOf } from './main-process/probe-windows';
export { PROBE_KINDS, type FailedSpan, type ProbeKind, type ProbeWindows } from './main-process/failed-spans';
export { healthFailure, servedRedirect, servedWindows } from './main-process/served-probes';
export type { HookOutcome } from './main-process/hook-run';
export { Replay } from './main-process/replay';
export type { RunLine } from './main-process/run-lines';
export type { Machine, ScriptedCommand } from './machine';
export { coversCommand } from './text-pattern';
export { decode, encode, Interrupted, type Effect, type Process } from './process';
export { environmentOf, expand, hostnameOf, kubeletVariables, skippedVariables } from './pods/environment';
export { KubeletLooks } from './pods/kubelet-looks';
export { groupIdsOf, privilegesOf, sysctlsOf, userIdOf } from './pods/container-user';
export { managedFiles } from './pods/managed-files';
export { emptyVolume, mountedVolumes, volumeObjects, type PodVolume, type WrittenVolume } from './pods/pod-volumes';
export { ObjectPast, type Moment } from './pods/object-past';
export { containersOf, dependsOnObjects, type PodObjects } from './pods/pod-objects';
export { startCommand } from './start-command';
export { TtyLines, type Typed } from './tty-lines';
export { fileServer, GO_FILE_SERVER } from './servers/file-server';
export { httpAnswer, listensAt } from './servers/container-server';
export {
  NoAnswer,
  ruleFor,
  type HttpAnswer,
  type HttpQuestion,
  type HttpRequest,
  type HttpRule,
} from './servers/http-answer';
export { certificatePath, imageFiles, knownServers, listeningPorts, serverAt } from './servers/known-servers';
export type { DnsQuestion, DnsRecord, Network, Remote } from './servers/network';
export { placeAt, type ServerPlace } from './servers/server-place';
