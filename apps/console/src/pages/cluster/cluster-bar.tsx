import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useClient } from '../../graphql/client-context';
import { TopBar } from '../../shell/top-bar';

/** The views of a cluster: the last part of their address, and what they are called. */
const VIEWS = [
  ['', 'Board'],
  ['metrics', 'Metrics'],
  ['objects', 'Objects'],
  ['configuration', 'Configuration'],
  ['compare', 'Compare'],
  ['scenarios', 'Scenarios'],
] as const;
export type View = (typeof VIEWS)[number][0];

/** Bar above each view of a cluster: its name, its views, and the content of the view. */
export function ClusterBar({ view, children }: { readonly view: View; readonly children?: ReactNode }) {
  const { cluster } = useClient();
  useEffect(() => {
    document.title = `${cluster} · Orrery`;
  }, [cluster]);
  const base = `/${encodeURIComponent(cluster)}`;
  return (
    <TopBar>
      <span aria-hidden="true" className="quiet">
        /
      </span>
      <h1 className="cluster-name" title={cluster}>
        {cluster}
      </h1>
      <nav className="views" aria-label="Views of the cluster">
        {VIEWS.map(([path, name]) => (
          <Link
            key={path}
            href={path === '' ? base : `${base}/${path}`}
            aria-current={path === view ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </TopBar>
  );
}
