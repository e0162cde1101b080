-- Shortens the log by one portion: of the at most p_rows changes after p_after and up to p_to, in the order of their
-- revisions, those are deleted that no object stands at. Each is judged by one look at the primary key of "object", so
-- the time of a portion does not depend on how many objects there are. The settings leave the planner no other plan,
-- whatever the statistics say when the plan is made: the statement before this one deleted with
-- revision NOT IN (SELECT ...), which is a scan of all objects for each row as soon as the list outgrows work_mem.
--   reached: revision of the last change that was judged, NULL if there was none; judged, deleted: how many
CREATE FUNCTION "orrery_shorten_log"(p_cluster TEXT, p_after BIGINT, p_to BIGINT, p_rows INTEGER)
RETURNS TABLE (reached BIGINT, judged INTEGER, deleted INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    RETURN QUERY
    WITH portion AS MATERIALIZED (
        SELECT c.ctid AS place, c."revision", c."resource", c."namespace", c."name" FROM "change" c
        WHERE c."cluster" = p_cluster AND c."revision" > p_after AND c."revision" <= p_to
        ORDER BY c."revision" LIMIT p_rows
    ), judgement AS MATERIALIZED (
        SELECT p.place, p."revision", o."revision" IS NULL AS is_past
        FROM portion p
        LEFT JOIN LATERAL (
            SELECT x."revision" FROM "object" x
            WHERE x."cluster" = p_cluster AND x."resource" = p."resource" AND x."namespace" = p."namespace"
                AND x."name" = p."name" AND x."revision" = p."revision"
            OFFSET 0
        ) o ON TRUE
    ), gone AS (
        DELETE FROM "change" c USING judgement j WHERE j.is_past AND c.ctid = j.place RETURNING 1
    )
    SELECT (SELECT max(j."revision") FROM judgement j), (SELECT count(*) FROM judgement)::INTEGER,
        (SELECT count(*) FROM gone)::INTEGER;
END
$$;
