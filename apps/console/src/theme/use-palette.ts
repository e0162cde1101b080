import { useSyncExternalStore } from 'react';
import { DARK, LIGHT, type Palette } from '../model/board/palette';
import { theme } from './theme';

/** Returns the colours of the board for the theme that is chosen. */
export function usePalette(): Palette {
  return useSyncExternalStore(theme.subscribe, theme.isDark) ? DARK : LIGHT;
}
