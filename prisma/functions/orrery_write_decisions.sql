-- Appends a batch of decisions of schedulers and removes the oldest ones. p_kept: number of newest decisions that are kept at least;
-- p_most: at most, where the history of the cluster is limited by a number of changes or not at all.
CREATE OR REPLACE FUNCTION "orrery_write_decisions"(p_cluster TEXT, p_count INTEGER, p_body TEXT, p_kept BIGINT, p_most BIGINT)
RETURNS BIGINT LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
    head BIGINT;
    present RECORD;
    most BIGINT;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    SELECT c."revision", c."compacted", c."settings" -> 'history' AS history INTO present FROM "cluster" c WHERE c."id" = p_cluster;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    most := CASE
        WHEN present.history ->> 'everything' = 'true' OR present.history ? 'duration' THEN NULL
        ELSE coalesce((present.history ->> 'changes')::BIGINT, p_most)
    END;
    SELECT coalesce(max(d."last"), 0) + p_count INTO head FROM "decision" d WHERE d."cluster" = p_cluster;
    INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
    VALUES (p_cluster, head, p_count, p_body, present."revision");
    -- Each batch that comes makes room by several: what is to go is at the beginning.
    DELETE FROM "decision" d USING (
        SELECT o."last", o."revision" FROM "decision" o WHERE o."cluster" = p_cluster ORDER BY o."last" LIMIT 10
    ) o
    WHERE d."cluster" = p_cluster AND d."last" = o."last" AND o."last" <= head - p_kept
        AND (o."revision" <= present."compacted" OR o."last" <= head - most);
    PERFORM orrery_tell('orrery_decisions', p_cluster);
    RETURN head;
END
$$;
