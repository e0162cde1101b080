-- Up to where the descheduler's schedule of a cluster has been carried out: a cycle is run once for the instant it was
-- due at, however often its job comes, and one that was due while nobody was there is made up for.
CREATE TABLE "descheduling_due" (
    "cluster" TEXT NOT NULL,
    "due_ms" BIGINT NOT NULL,
    CONSTRAINT "descheduling_due_pkey" PRIMARY KEY ("cluster")
);
