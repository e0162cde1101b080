import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { TopBar } from './top-bar';

interface NoClusterProps {
  readonly name: string;
  /** Further buttons beside those that lead to other pages. */
  readonly children?: ReactNode;
}

/** The page of a cluster that the server does not have. */
export function NoCluster({ name, children }: NoClusterProps) {
  useEffect(() => {
    document.title = `${name} · Orrery`;
  }, [name]);
  return (
    <>
      <TopBar />
      <main className="no-cluster">
        <h1>There is no cluster named {name}</h1>
        <p className="quiet">It was deleted, or the address is misspelled.</p>
        <p className="no-cluster-ways">
          {children}
          <Link href="/" className="button">
            All clusters
          </Link>
          <Link href="/-/lessons" className="button">
            Lessons
          </Link>
        </p>
      </main>
    </>
  );
}
