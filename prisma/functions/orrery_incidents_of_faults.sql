-- Adds incidents for faults whose author and time are not recorded, from the beginning of the kept log.
CREATE OR REPLACE FUNCTION "orrery_incidents_of_faults"(p_cluster TEXT) RETURNS VOID LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    INSERT INTO "incident" ("cluster", "number", "topic", "subject", "value", "revision", "at", "writer")
    SELECT p_cluster, (SELECT coalesce(max(x."number"), 0) FROM "incident" x WHERE x."cluster" = p_cluster)
            + row_number() OVER (ORDER BY f."node", f."kind"),
        'fault', f."node" || '/' || f."kind",
        jsonb_strip_nulls(jsonb_build_object('sinceMs', f."since", 'untilMs', f."until", 'amount', f."amount"))::TEXT, 0, 0, ''
    FROM "node_fault" f
    WHERE f."cluster" = p_cluster AND NOT EXISTS (
        SELECT 1 FROM "incident" i
        WHERE i."cluster" = p_cluster AND i."topic" = 'fault' AND i."subject" = f."node" || '/' || f."kind"
    )
$$;
