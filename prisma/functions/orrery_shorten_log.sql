-- Looks at up to p_rows changes of the cluster's own log between two revisions, and removes the versions that they replaced, and
-- deletions among them. Returns the last revision that it looked at, and the numbers of changes looked at and removed.
CREATE OR REPLACE FUNCTION "orrery_shorten_log"(p_cluster TEXT, p_after BIGINT, p_to BIGINT, p_rows INTEGER)
RETURNS TABLE (reached BIGINT, judged INTEGER, deleted INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    own_log BIGINT;
    freed BIGINT;
BEGIN
    SELECT k."log" INTO own_log FROM "cluster" k WHERE k."id" = p_cluster;
    WITH portion AS MATERIALIZED (
        SELECT c.ctid AS place, c."revision", c."operation", c."previous" FROM "change" c
        WHERE c."log" = own_log AND c."revision" > p_after AND c."revision" <= p_to
        ORDER BY c."revision" LIMIT p_rows
    ), past AS MATERIALIZED (
        SELECT x.place FROM portion p
        CROSS JOIN LATERAL (
            SELECT c.ctid AS place FROM "change" c
            WHERE c."log" = own_log AND c."revision" = p."previous"
            OFFSET 0
        ) x
        UNION ALL
        SELECT p.place FROM portion p WHERE p."operation" = 2
    ), gone AS (
        DELETE FROM "change" c USING past WHERE c.ctid = past.place RETURNING octet_length(c."body") AS bytes
    )
    SELECT (SELECT max(p."revision") FROM portion p), (SELECT count(*) FROM portion)::INTEGER,
        (SELECT count(*) FROM gone)::INTEGER, (SELECT coalesce(sum(g.bytes), 0) FROM gone g)
    INTO reached, judged, deleted, freed;
    IF deleted > 0 THEN
        INSERT INTO "log_removal" AS r ("cluster", "changes", "bytes") VALUES (p_cluster, deleted, freed)
        ON CONFLICT ("cluster") DO UPDATE SET "changes" = r."changes" + deleted, "bytes" = r."bytes" + freed;
    END IF;
    RETURN NEXT;
END
$$;
