/** Appearance of the page: the system's, unless its user chose another. */
export const ThemeChoice = { System: 'system', Light: 'light', Dark: 'dark' } as const;
export type ThemeChoice = (typeof ThemeChoice)[keyof typeof ThemeChoice];

const KEY = 'orrery.theme';
const ORDER: readonly ThemeChoice[] = [ThemeChoice.System, ThemeChoice.Light, ThemeChoice.Dark];
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export const theme = {
  choice: (): ThemeChoice => ORDER.find((each) => each === localStorage.getItem(KEY)) ?? ThemeChoice.System,
  isDark(): boolean {
    const choice = theme.choice();
    return choice === ThemeChoice.Dark || (choice === ThemeChoice.System && systemIsDark.matches);
  },
  /** Light follows the system, dark follows light. */
  next(): void {
    const next = ORDER[(ORDER.indexOf(theme.choice()) + 1) % ORDER.length] ?? ThemeChoice.System;
    localStorage.setItem(KEY, next);
    applyTheme();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Marks the page with its theme, now and whenever the system's changes. */
export function followTheme(): void {
  applyTheme();
  systemIsDark.addEventListener('change', applyTheme);
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}
