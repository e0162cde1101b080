import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Route, Router, Switch } from 'wouter';
import { ClusterProvider } from './graphql/client-context';
import { ClusterPage } from './pages/cluster/cluster-page';
import { ClustersPage } from './pages/clusters/clusters-page';
import { SignIn } from './session/sign-in';
import { session } from './session/session';
import { NoCluster } from './shell/no-cluster';
import { LostBar } from './shell/lost-bar';

/** Loaded when they are opened: the first view stays small. */
const ComparePage = lazy(() => import('./pages/compare/compare-page'));
const ConfigurationPage = lazy(() => import('./pages/configuration/configuration-page'));
const LessonPage = lazy(() => import('./pages/lessons/lesson-page'));
const LessonsPage = lazy(() => import('./pages/lessons/lessons-page'));
const MetricsPage = lazy(() => import('./pages/metrics/metrics-page'));
const ObjectsPage = lazy(() => import('./pages/objects/objects-page'));
const ScenariosPage = lazy(() => import('./pages/scenarios/scenarios-page'));

/** The cluster that requests without a cluster of their own go to: the list of clusters is the same from each. */
const ANY_CLUSTER = 'default';

/** Console: a sign-in where the server requires a token, the clusters, and one of them. */
export function App() {
  const { isRefused } = useSyncExternalStore(session.subscribe, session.current);
  return (
    <>
      <LostBar />
      <div className="page">{isRefused ? <SignIn /> : <Pages />}</div>
    </>
  );
}

function Pages() {
  return (
    <Router base="/console">
      <Switch>
        <Route path="/-/lessons/:lesson?">
          {({ lesson }) => (
            <ClusterProvider cluster={ANY_CLUSTER}>
              <Suspense>{lesson === undefined ? <LessonsPage /> : <LessonPage />}</Suspense>
            </ClusterProvider>
          )}
        </Route>
        <Route path="/:cluster/*?">
          {({ cluster }) => (
            <ClusterProvider cluster={cluster} missing={<NoCluster name={cluster} />}>
              <Suspense>
                <Switch>
                  <Route path="/:cluster/compare" component={ComparePage} />
                  <Route path="/:cluster/scenarios" component={ScenariosPage} />
                  <Route path="/:cluster/metrics" component={MetricsPage} />
                  <Route path="/:cluster/objects" component={ObjectsPage} />
                  <Route path="/:cluster/configuration" component={ConfigurationPage} />
                  <Route>
                    <ClusterPage />
                  </Route>
                </Switch>
              </Suspense>
            </ClusterProvider>
          )}
        </Route>
        <Route>
          <ClusterProvider cluster={ANY_CLUSTER}>
            <ClustersPage />
          </ClusterProvider>
        </Route>
      </Switch>
    </Router>
  );
}
