import { standsStill, type ClockSetting } from '@orrery/clock';

/** Returns the start of a clock in this process: a crash never sets it back behind an acknowledged write. */
export function startingAt(setting: ClockSetting, floorMs: number): ClockSetting {
  if (standsStill(setting)) return { ...setting, anchorMs: Math.max(setting.anchorMs, floorMs) };
  const elapsedMs = (Date.now() - setting.anchorRealMs) * setting.rate;
  if (setting.anchorMs + elapsedMs >= floorMs) return setting;
  return { ...setting, anchorMs: floorMs, anchorRealMs: Date.now() };
}
