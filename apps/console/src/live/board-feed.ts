import type { AskError, ClusterClient } from '../graphql/client';
import {
  BoardNodeEventsSubscription,
  BoardNodesQuery,
  BoardPodEventsSubscription,
  BoardPodsQuery,
  ClockTickedSubscription,
  NodeUsagesQuery,
} from '../graphql/operations.generated';
import { boardNode } from '../model/board/board-node';
import { boardPod } from '../model/board/board-pod';
import { POD_COLUMNS, podOfRow, type PodRow } from '../model/board/pod-rows';
import {
  emptyBoard,
  putNode,
  putPod,
  putUsages,
  removeNode,
  removePod,
  type BoardState,
} from '../model/board/board-state';

/** Progress of the first reading of a cluster. */
export interface FeedProgress {
  readonly read: number;
  /** Undefined while it is not known. */
  readonly total: number | undefined;
  readonly isComplete: boolean;
  readonly error: AskError | undefined;
}

/** Callbacks for updates. */
export interface FeedListener {
  /** The state has changes to be taken, or is another one. */
  readonly state: (state: BoardState) => void;
  readonly progress: (progress: FeedProgress) => void;
}

const RETRY_MS = 2_000;
/** Minimum interval of the requests for the usage of nodes, which changes with time, without a change of an object. */
const USAGE_MS = 2_000;

/**
 * Follows the nodes and pods of a cluster: all of them by pages, then their changes. When changes were missed, because the
 * server was away for too long or is another one, everything is read again.
 */
export function followBoard(client: ClusterClient, listener: FeedListener): () => void {
  let stop: () => void = () => undefined;
  let isStopped = false;
  const start = async (): Promise<void> => {
    const attempt = { isOver: false, offs: [] as (() => void)[] };
    stop = () => {
      attempt.isOver = true;
      attempt.offs.forEach((off) => off());
    };
    const again = (): void => {
      if (attempt.isOver) return;
      stop();
      setTimeout(() => isStopped || void start(), RETRY_MS);
    };
    try {
      const board = await readBoard(client, undefined, { ...listener, isOver: () => attempt.isOver });
      if (board === undefined) return;
      listener.state(board.state);
      attempt.offs.push(followNodes(client, board, { changed: listener.state, again }));
      attempt.offs.push(followUsages(client, board.state, listener.state));
      attempt.offs.push(followPods(client, board, { changed: listener.state, again }));
      // A connection that comes back may have missed changes: subscriptions begin where they once began, which the server may
      // have forgotten, or be too much to repeat.
      let wasConnected = true;
      attempt.offs.push(
        client.onConnection((isConnected) => {
          if (isConnected && !wasConnected) again();
          wasConnected = isConnected;
        }),
      );
    } catch (error) {
      // Only what the server says, or that it cannot be reached, is thrown by requests.
      listener.progress({ read: 0, total: undefined, isComplete: false, error: error as AskError });
      again();
    }
  };
  void start();
  return () => {
    isStopped = true;
    stop();
  };
}

/** A state with the revision that it is of. */
interface ReadBoard {
  readonly state: BoardState;
  readonly nodesRevision: string;
  readonly podsRevision: string;
}

/** The nodes and pods of a cluster now, or at a moment; undefined if it was given up meanwhile. */
export async function readBoard(
  client: ClusterClient,
  at: string | undefined,
  { state: changed, progress, isOver }: FeedListener & { readonly isOver: () => boolean },
): Promise<ReadBoard | undefined> {
  const state = emptyBoard();
  const moment = at === undefined ? {} : { at };
  let nodesRevision = '';
  let podsRevision = '';
  let total: number | undefined;
  let shown = 0;
  for (let after: string | null | undefined = undefined; after !== null;) {
    const { nodes }: BoardNodesQuery = await client.ask(BoardNodesQuery, {
      ...moment,
      ...(after == null ? {} : { after }),
    });
    if (isOver()) return undefined;
    nodesRevision ||= nodes.resourceVersion;
    for (const node of nodes.nodes) putNode(state, boardNode(node));
    after = nodes.pageInfo.hasNextPage ? nodes.pageInfo.endCursor : null;
  }
  if (at === undefined) changed(state);
  for (let after: string | null | undefined = undefined; after !== null;) {
    const { objectTable: page }: BoardPodsQuery = await client.ask(BoardPodsQuery, {
      columns: POD_COLUMNS,
      ...moment,
      ...(after == null ? {} : { after }),
    });
    if (isOver()) return undefined;
    podsRevision ||= page.resourceVersion;
    total = page.totalCount;
    // The server answers with the columns that were asked for.
    for (const row of page.rows as PodRow[]) putPod(state, boardPod(podOfRow(row)));
    after = page.endCursor;
    progress({ read: state.pods.size, total, isComplete: after === null, error: undefined });
    // Each time that twice as much is there: the pods of a page lie on all nodes, which are drawn again with it.
    if (at === undefined && (after === null || state.pods.size >= 2 * shown)) {
      shown = state.pods.size;
      changed(state);
    }
  }
  return { state, nodesRevision, podsRevision };
}

interface ChangeHandlers {
  readonly changed: (state: BoardState) => void;
  /** Called when everything has to be read again. */
  readonly again: () => void;
}

function followNodes(client: ClusterClient, board: ReadBoard, { changed, again }: ChangeHandlers): () => void {
  const { state, nodesRevision } = board;
  const variables = { resourceVersion: nodesRevision };
  return client.follow(BoardNodeEventsSubscription, variables, {
    answer: ({ nodeEvents: { type, object } }) => {
      if (!object) return;
      if (type === 'DELETED') removeNode(state, object.metadata.name);
      else putNode(state, boardNode(object));
      changed(state);
    },
    error: again,
    end: again,
  });
}

/** Follows the usage of nodes, whenever cluster time has advanced. */
function followUsages(client: ClusterClient, state: BoardState, changed: (state: BoardState) => void): () => void {
  let isAsking = false;
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    isBehind = isAsking;
    if (isAsking) return;
    isAsking = true;
    client
      .ask(NodeUsagesQuery, {})
      .then(({ nodeUsages }) => {
        putUsages(state, new Map(nodeUsages.map((usage) => [usage.nodeName, usage])));
        changed(state);
      })
      // Who may not ask for it has a board without it.
      .catch((error: AskError) => {
        isBehind ||= error.isNetwork;
      })
      .finally(() => {
        timer = setTimeout(() => {
          isAsking = false;
          if (isBehind) ask();
        }, USAGE_MS);
      });
  };
  // At once: who follows a clock that others follow already is not sent where it stands.
  ask();
  const stop = client.follow(ClockTickedSubscription, {}, { answer: ask });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function followPods(client: ClusterClient, board: ReadBoard, { changed, again }: ChangeHandlers): () => void {
  const { state, podsRevision } = board;
  const variables = { resourceVersion: podsRevision };
  return client.follow(BoardPodEventsSubscription, variables, {
    answer: ({ podEvents: { type, object } }) => {
      if (!object) return;
      if (type === 'DELETED') removePod(state, object.metadata.uid);
      else putPod(state, boardPod(object));
      changed(state);
    },
    error: again,
    end: again,
  });
}
