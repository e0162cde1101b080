-- Removes the incidents that no moment after the beginning of the log needs.
CREATE OR REPLACE FUNCTION "orrery_shorten_incidents"(p_cluster TEXT, p_revision BIGINT) RETURNS VOID LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
    DELETE FROM "incident" i WHERE i."cluster" = p_cluster AND i."revision" < p_revision
        AND (i."value" IS NULL OR EXISTS (
            SELECT 1 FROM "incident" x
            WHERE x."cluster" = p_cluster AND x."topic" = i."topic" AND x."subject" = i."subject"
                AND x."number" > i."number" AND x."revision" < p_revision
        ))
$$;
