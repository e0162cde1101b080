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

/** Ports that the descheduler uses of its cluster; a schedule, a pod or a request may run it. */
export type DeschedulingPorts = IdentityPort &
  ObjectsPort &
  ClockPort &
  EventsPort &
  LogPort &
  MetricsPort &
  OutsidePort &
  RecordsPort &
  SettingsPort;
