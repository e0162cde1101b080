-- What schedulers decided, for those who ask afterwards: one row a batch, numbered a cluster without gaps. `body` has
-- one line of JSON a decision; the last line has the number `last`. Batches, because a row a decision would cost more
-- than the decision itself.
CREATE TABLE "decision" (
    "cluster" TEXT NOT NULL,
    "last" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "decision_pkey" PRIMARY KEY ("cluster", "last")
);
ALTER TABLE "decision" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Appends a batch and drops batches that are older than the `p_kept` newest decisions. The lock makes the order of
-- numbers the order of commits, so that a reader who asks for what is newer misses nothing; whoever deletes a cluster
-- takes it too. It is not the lock of the cluster's row: writes of objects wait for nothing here. An acknowledged
-- history may be lost with the database's last moments, hence no waiting for the disk either.
CREATE FUNCTION "orrery_write_decisions"(p_cluster TEXT, p_count INTEGER, p_body TEXT, p_kept BIGINT)
RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    head BIGINT;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    IF NOT EXISTS (SELECT 1 FROM "cluster" c WHERE c."id" = p_cluster) THEN
        RETURN 0;
    END IF;
    SELECT coalesce(max(d."last"), 0) + p_count INTO head FROM "decision" d WHERE d."cluster" = p_cluster;
    INSERT INTO "decision" ("cluster", "last", "count", "body") VALUES (p_cluster, head, p_count, p_body);
    DELETE FROM "decision" d WHERE d."cluster" = p_cluster AND d."last" <= head - p_kept;
    PERFORM pg_notify('orrery_decisions', p_cluster);
    RETURN head;
END
$$;
