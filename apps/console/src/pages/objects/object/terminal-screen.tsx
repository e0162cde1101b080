import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import { useClient } from '../../../graphql/client-context';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { apiPath } from '../../../model/objects/served-kind';
import { openExec } from '../../../rest/exec-socket';
import { theme } from '../../../theme/theme';
import { keepStylePolicy } from './style-policy';

interface TerminalScreenProps {
  readonly place: ObjectPlace;
  readonly container: string;
  readonly command: string;
  /** The command has ended; the words say why. */
  readonly onEnd: (words: string) => void;
}

const SCROLLBACK = 5_000;

/** The screen of a command in a container. It ends the command when it is left. */
export default function TerminalScreen({ place, container, command, onEnd }: TerminalScreenProps) {
  const { cluster } = useClient();
  const box = useRef<HTMLDivElement>(null);
  const { apiVersion, namespace, name } = place;
  const path = apiPath({ apiVersion, resource: 'pods', namespace, name, subresource: 'exec' });
  useEffect(() => {
    if (!box.current) return undefined;
    const element = box.current;
    const release = keepStylePolicy(document);
    const terminal = new Terminal({
      fontFamily: colour('--mono'),
      fontSize: 13,
      scrollback: SCROLLBACK,
      screenReaderMode: true,
      theme: pageColours(),
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(element);
    terminal.attachCustomKeyEventHandler((event) => !isLeaving(event) || (terminal.blur(), false));
    const socket = openExec(
      { cluster, path, container, command },
      {
        open: () => socket.resize(terminal.cols, terminal.rows),
        output: (bytes) => terminal.write(bytes),
        end: (words) => {
          terminal.write(`\r\n[${words}]\r\n`);
          onEnd(words);
        },
      },
    );
    terminal.onData((text) => socket.write(text));
    terminal.onResize(({ cols, rows }) => socket.resize(cols, rows));
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(element);
    const unfollow = theme.subscribe(() => (terminal.options.theme = pageColours()));
    terminal.focus();
    return () => {
      unfollow();
      observer.disconnect();
      socket.close();
      terminal.dispose();
      release();
    };
  }, [cluster, path, container, command]);
  return <div ref={box} className="terminal-screen" />;
}

/** Ctrl+Shift+X leads out of the terminal, in which Tab and Escape are keys of the command. */
function isLeaving({ type, ctrlKey, shiftKey, code }: KeyboardEvent): boolean {
  return type === 'keydown' && ctrlKey && shiftKey && code === 'KeyX';
}

function colour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

function pageColours(): ITheme {
  return {
    background: colour('--surface'),
    foreground: colour('--text'),
    cursor: colour('--brass'),
    cursorAccent: colour('--surface'),
    selectionBackground: colour('--brass-soft'),
    green: colour('--good'),
    yellow: colour('--warn'),
    red: colour('--bad'),
    blue: colour('--info'),
  };
}
