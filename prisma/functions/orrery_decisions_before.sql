-- Returns the batches with decisions before a moment, numbered above p_after: decisions on states before the revision or, if p_at is
-- not null, up to this instant. Only batches written from the revision on can contain later decisions as well.
CREATE OR REPLACE FUNCTION "orrery_decisions_before"(p_cluster TEXT, p_after BIGINT, p_revision BIGINT, p_at BIGINT)
RETURNS TABLE ("last" BIGINT, "count" INTEGER, "body" TEXT, "revision" BIGINT) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    SELECT d."last", d."count", d."body", d."revision" FROM "decision" d
    WHERE d."cluster" = p_cluster AND d."last" > p_after AND d."revision" < p_revision
    UNION ALL
    SELECT d."last" - d."count" + k.kept, k.kept, k.lines, d."revision" FROM (
        SELECT o.* FROM "decision" o
        WHERE o."cluster" = p_cluster AND o."last" > p_after AND o."revision" >= p_revision AND o."count" > 0
        ORDER BY o."last"
        -- Decisions are written soon after they were made.
        LIMIT 20
    ) d
    CROSS JOIN LATERAL (
        SELECT count(*)::INTEGER AS kept, string_agg(l.line, E'\n' ORDER BY l.place) AS lines
        FROM string_to_table(d."body", E'\n') WITH ORDINALITY AS l(line, place)
        WHERE CASE WHEN p_at IS NULL THEN (l.line::jsonb ->> 'revision')::BIGINT < p_revision
            ELSE (l.line::jsonb ->> 'atMs')::DOUBLE PRECISION <= p_at AND (l.line::jsonb ->> 'revision')::BIGINT <= p_revision END
    ) k
    WHERE k.kept > 0
$$;
