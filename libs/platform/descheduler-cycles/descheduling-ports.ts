import type {
  ClockPort,
  EventsPort,
  IdentityPort,
  LogPort,
  MetricsPort,
  ObjectsPort,
  OutsidePort,
  RecordsPort,
  SettingsPort,
} from '@orrery/control-plane';

/** What the descheduler uses of its cluster, whether its schedule, a pod or a request runs it. */
export type DeschedulingPorts = IdentityPort &
  ObjectsPort &
  ClockPort &
  EventsPort &
  LogPort &
  MetricsPort &
  OutsidePort &
  RecordsPort &
  SettingsPort;
