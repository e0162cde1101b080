import { renderAltair, SANDBOX_FRAME_CSP, isSandboxFrame } from 'altair-static';
import { EXAMPLE_TABS } from './example-tabs.generated';

/** Options of a playground page: its cluster, and its authentication. */
export interface PlaygroundOptions {
  /** Name of the cluster that requests go to. */
  readonly cluster: string;
  /** Path in front of every path of the cluster: nothing for the default one. */
  readonly root: string;
  /** True if requests must show a token. */
  readonly asksForToken: boolean;
  /** A text that cannot be guessed, for this answer only: marks the scripts and styles of the page itself. */
  readonly nonce: string;
}

/**
 * Options with a token, which users set once, as variable `token` of the environment; requests and subscriptions send
 * it.
 */
const WITH_TOKEN = {
  initialHeaders: { Authorization: 'Bearer {{token}}' },
  initialSubscriptionsPayload: { Authorization: 'Bearer {{token}}' },
};
const TOKEN_ENVIRONMENT = {
  base: { title: 'Environment', variables: { token: 'paste your token here' } },
};

/**
 * Settings of the editor: no banners for products, notices of releases or accounts; they apply to earlier visitors as
 * well.
 */
const SETTINGS = {
  'banners.disable': true,
  'alert.disableUpdateNotification': true,
  disablePushNotification: true,
  'schema.reloadOnStart': true,
} as const;

/**
 * Hides alerts: Altair shows its call for donations, for which it has no setting, in the only alerts that it has beside
 * those banners.
 */
const WITHOUT_ALERTS = '<style>nz-alert { display: none }</style>';

/** Transport of subscriptions. */
const SUBSCRIPTIONS = { initialSubscriptionRequestHandlerId: 'graphql-ws' } as const;

/** Altair shows the last of the tabs that it opens with; on the first visit of a browser this script chooses the first one. */
function chooseFirstTab(cluster: string): string {
  const key = JSON.stringify(`orrery_${cluster}_visited`).replaceAll('<', '\\u003c');
  return `if (!localStorage.getItem(${key})) {
  new MutationObserver((_changes, observer) => {
    const tabs = document.querySelectorAll('.window-switcher__input');
    if (tabs.length < ${EXAMPLE_TABS.length}) return;
    observer.disconnect();
    localStorage.setItem(${key}, 'true');
    tabs[0].click();
  }).observe(document.body, { childList: true, subtree: true });
}`;
}

/** Returns the page of the playground: examples in tabs, without links that lead a browser to other servers unasked. */
export function playgroundPage(options: PlaygroundOptions): string {
  const { cluster, root, asksForToken, nonce } = options;
  const page = renderAltair({
    ...(asksForToken ? WITH_TOKEN : {}),
    endpointURL: `${root}/graphql`,
    subscriptionsEndpoint: `${root}/graphql`,
    baseURL: `${root}/playground/`,
    ...SUBSCRIPTIONS,
    initialName: cluster,
    initialWindows: EXAMPLE_TABS.map(({ title, query }) => ({
      ...SUBSCRIPTIONS,
      initialName: title,
      initialQuery: query,
    })),
    // What a browser keeps of one cluster (tabs, history) is not shown with another.
    instanceStorageNamespace: `orrery_${cluster}_`,
    persistedSettings: SETTINGS,
    disableAccount: true,
    cspNonce: nonce,
    ...(asksForToken ? { initialEnvironments: TOKEN_ENVIRONMENT } : {}),
  });
  return page
    .replace('<title>Altair</title>', () => `<title>${cluster} - Orrery</title>`)
    .replace('</body>', () => `<script nonce="${nonce}">${chooseFirstTab(cluster)}</script></body>`)
    .replace('</head>', () => `${WITHOUT_ALERTS}</head>`);
}

/** Returns the content security policy of the page: it may talk to this server, and run scripts that come from it. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Libraries of the editor add styles of their own, without a nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of a file of the playground: scripts of users run in a frame that can reach nothing of the page. */
export function filePolicy(path: string): string | undefined {
  return isSandboxFrame(path) ? SANDBOX_FRAME_CSP : undefined;
}
