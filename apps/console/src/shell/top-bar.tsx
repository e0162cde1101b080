import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'wouter';
import { session } from '../session/session';
import { theme, ThemeChoice } from '../theme/theme';
import { CommandSwitch } from './commands';
import mark from './orrery.svg';

const SIGN = { [ThemeChoice.System]: '◐', [ThemeChoice.Light]: '○', [ThemeChoice.Dark]: '●' } as const;

/** The bar above every page. */
export function TopBar({ children }: { readonly children?: ReactNode }) {
  const choice = useSyncExternalStore(theme.subscribe, theme.choice);
  const { token } = useSyncExternalStore(session.subscribe, session.current);
  return (
    <header className="bar-top">
      <Link href="/" className="brand">
        <img src={mark} alt="" width="26" height="26" />
        Orrery
      </Link>
      {children}
      <span className="grow" />
      <CommandSwitch />
      <button
        className="plain"
        onClick={theme.next}
        aria-label={`Theme: ${choice}. Change it.`}
        title={`Theme: ${choice}`}
      >
        <span aria-hidden="true">{SIGN[choice]}</span>
      </button>
      {token !== undefined && (
        <button className="plain" onClick={session.signOut}>
          Sign out
        </button>
      )}
    </header>
  );
}
