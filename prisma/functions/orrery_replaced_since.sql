-- Returns the versions that changes after a revision replaced, each looked up by its key: on tables without statistics, the planner
-- would compare every change after the revision with every change of the cluster.
CREATE OR REPLACE FUNCTION "orrery_replaced_since"(p_cluster TEXT, p_revision BIGINT)
RETURNS TABLE (resource TEXT, namespace TEXT, name TEXT, uid TEXT, revision BIGINT) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
    SELECT x."resource", x."namespace", x."name", x."body"::jsonb -> 'metadata' ->> 'uid', x."revision"
    FROM "cluster_change" d
    CROSS JOIN LATERAL (
        SELECT p."log" FROM "log_part" p
        WHERE p."cluster" = p_cluster AND d."previous" > p."after" AND d."previous" <= p."up_to"
        OFFSET 0
    ) l
    CROSS JOIN LATERAL (
        SELECT c.* FROM "change" c WHERE c."log" = l."log" AND c."revision" = d."previous"
        OFFSET 0
    ) x
    WHERE d."cluster" = p_cluster AND d."revision" > p_revision AND d."previous" <= p_revision
$$;
