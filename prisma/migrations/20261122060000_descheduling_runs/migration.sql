-- What cycles of the descheduler did, for those who ask afterwards: a row a cycle, the newest of each cluster are kept.
CREATE TABLE "descheduling_run" (
    "cluster" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "pod_uid" TEXT,
    "body" TEXT NOT NULL,
    CONSTRAINT "descheduling_run_pkey" PRIMARY KEY ("cluster", "number")
);
CREATE INDEX "descheduling_run_pod" ON "descheduling_run" ("cluster", "pod_uid");
