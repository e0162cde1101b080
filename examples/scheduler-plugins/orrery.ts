// The types that a plugin needs; nothing of this is left in the compiled plugin.
export type { CycleState, FilterPlugin, NodeInfo, PodInfo, ScorePlugin, Status } from '@orrery/scheduling';
export type { PluginModule } from '@orrery/control-plane';
