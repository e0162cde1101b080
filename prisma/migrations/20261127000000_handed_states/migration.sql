-- What components of a cluster knew at one revision, on its way to the components of a cluster that goes on from there in the same or other
-- processes. Worth nothing after a crash: it belongs to what is in the memory of processes.
CREATE UNLOGGED TABLE "handed_state" (
    "capture" TEXT NOT NULL,
    "component" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "shards" INTEGER NOT NULL,
    "state" TEXT,
    "events" TEXT,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    CONSTRAINT "handed_state_pkey" PRIMARY KEY ("capture", "component", "shard")
);
